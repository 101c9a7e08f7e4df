package cli_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	anEffect = `{"status":"OK","do":[{"label":"retry=yes"}],"target":{"label":"outcome=failure"},
		"stratified":{"value":0.5,"low":0.4,"high":0.6,"method":"strata","n":200,"effective":90},
		"contrast":{"against":{"label":"retry=no"},"baseline":{"value":0.2,"low":0.1,"high":0.3},"difference":{"value":0.3,"low":0.1,"high":0.5},"numberNeeded":3.3},
		"adjustment":["severity"],"overlap":0.97,
		"strata":{"totalCount":3,"edges":[{"node":{"states":[{"label":"severity=high"}],"weight":0.25,"n":50,"chosen":20,"reached":10,"episodes":{"edges":[{"node":{"key":"ep-1"}}]}}}]},
		"similar":{"totalCount":1,"edges":[{"node":{"shared":2,"compared":3,"reached":true,"episode":{"key":"ep-7","task":"Load it"}}}]}}`
	oneWhatIf    = `{"data":{"whatIf":` + anEffect + `}}`
	oneIntervene = `{"data":{"intervene":` + anEffect + `}}`
	tooLittle    = `{"data":{"whatIf":{"status":"INSUFFICIENT_EVIDENCE","reason":"Only 3 episodes chose it."}}}`
	noSuchState  = `{"data":{"intervene":{"status":"UNKNOWN_END","reason":"No factor is named so."}}}`
	oneWouldHave = `{"data":{"counterfactual":{"status":"OK","actual":{"label":"a"},"supposed":{"label":"not a"},"target":{"label":"t"},
		"structural":{"linked":true,"reached":true,"butFor":true,"evaluated":true,"causes":[{"occurrence":{"key":"e/d1","label":"A"},"alone":true,"witness":[{"key":"e/d2"}],"responsibility":0.5}]},
		"graded":{"otherwise":{"value":0.7,"low":0.6,"high":0.8},"verdict":"PROBABLY","method":"EXACT"},
		"causation":{"bounds":{"pn":{"low":0.5,"high":1},"ps":{"low":0,"high":1},"pns":{"low":0,"high":1},"consistent":false},"n":40,"clipped":true}}}}`
	oneBest = `{"data":{"bestAction":{"status":"OK","target":{"label":"outcome=success"},"options":[
		{"option":{"label":"retry=no"},"rank":1,"answer":{"status":"OK","model":{"value":0.9,"low":0.8,"high":0.95}}},
		{"option":{"label":"retry=ask"},"rank":null,"answer":{"status":"INSUFFICIENT_EVIDENCE","reason":"It was chosen twice."}}]}}}`
	oneImpact = `{"data":{"decisionImpact":{"decisionImpact":{"status":"OK","decisions":[{"decision":{"key":"e/d1"},"chosen":{"label":"retry=yes"},"status":"INSUFFICIENT_EVIDENCE","reason":"Nobody chose otherwise."}]}}}}`
	noImpact  = `{"data":{"decisionImpact":{"decisionImpact":{"status":"OK","decisions":[]}}}}`
	oneModel  = `{"data":{"project":{"causalModel":{"variable":"outage","states":["no","yes"],"kind":"NOISY","happened":"yes","base":{"value":0.1,"low":0.05,"high":0.2},
		"parents":[{"variable":"day","on":["friday"],"relation":"CAUSES","chosen":true,"strength":{"value":0.4,"low":0.3,"high":0.5},"links":[{"source":{"label":"day=friday"},"target":{"label":"outage"},"relation":"CAUSES","bases":["STATED"]}]}],
		"rows":[{"parents":[{"label":"day=friday"}],"counts":[6,4],"fitted":[0.54,0.46]}],"truncated":true,"n":10,"logLikelihood":-0.6,"saturated":-0.5}}}}`
)

func TestAsk_Effects(t *testing.T) {
	for _, c := range []struct {
		why, answer, args string
		code              int
		says              string
	}{
		{"an estimate with its interval", oneWhatIf, "ask what-if e d1 no", 0, "by strata  50.0 % (40.0 % to 60.0 %)  200       90"},
		{"a comparison", oneIntervene, "ask what-if --do retry=yes", 0, "against retry=no, with 20.0 % (10.0 % to 30.0 %): +30.0 points (+10.0 to +50.0)"},
		{"what is adjusted for", oneWhatIf, "ask what-if e d1 no", 0, "adjusted for: severity; 97.0 % of the episodes are comparable"},
		{"the episodes of a stratum", oneWhatIf, "ask what-if e d1 no", 0, "└ ep-1, …"},
		{"further strata", oneWhatIf, "ask what-if e d1 no", 0, "and 2 more"},
		{"similar episodes", oneWhatIf, "ask what-if e d1 no", 0, "ep-7: 2 of 3 alike, reached the target  Load it"},
		{"too little is an answer", tooLittle, "ask what-if e d1 no", 0, "INSUFFICIENT_EVIDENCE: Only 3 episodes chose it."},
		{"no such state", noSuchState, "ask what-if --do retry=yes", 4, "No factor is named so."},
		{"neither episode nor state", oneWhatIf, "ask what-if e d1", 2, "--do"},
		{"both", oneWhatIf, "ask what-if e d1 no --do retry=yes", 2, "--do"},
		{"a context without a state", oneWhatIf, "ask what-if e d1 no --context a=b", 2, "--context"},
		{"a verdict", oneWouldHave, "ask would-have e --without d1", 0, "by the mechanisms: probably, otherwise with 70.0 % (60.0 % to 80.0 %)"},
		{"but for", oneWouldHave, "ask would-have e --without d1", 0, "without it the target would not be there"},
		{"an actual cause", oneWouldHave, "ask would-have e --without d1", 0, "actual cause by itself: A  (e/d1, responsibility 0.50), holding e/d2"},
		{"bounds", oneWouldHave, "ask would-have e --without d1", 0, "over 40 episodes: necessary with 50.0 % to 100.0 %"},
		{"bounds that are clipped", oneWouldHave, "ask would-have e --without d1", 0, "cannot be together"},
		{"nothing supposed", oneWouldHave, "ask would-have e", 2, "either --without or --set"},
		{"two things supposed", oneWouldHave, "ask would-have e --without d1 --set a=b", 2, "either --without or --set"},
		{"a ranked option", oneBest, "ask best-action retry", 0, "1  retry=no   90.0 % (80.0 % to 95.0 %)"},
		{"an option without a rank", oneBest, "ask best-action retry", 0, "└ It was chosen twice."},
		{"a decision of which too little is known", oneImpact, "ask which-decision e", 0, "e/d1 chose retry=yes: not enough evidence"},
		{"an episode without decisions", noImpact, "ask which-decision e", 4, "nothing to compare"},
		{"a mechanism", oneModel, "model show outage", 0, "a leaky noisy-OR for outage=yes; when nothing bears on it, 10.0 % (5.0 % to 20.0 %)"},
		{"a parent", oneModel, "model show outage", 0, "day         friday  causes, as the counts suggest  40.0 % (30.0 % to 50.0 %)"},
		{"counts and what is expected", oneModel, "model show outage", 0, "6   54.0 %    4    46.0 %    day=friday"},
	} {
		url, _ := answering(t, c.answer, "p")
		args := strings.Fields(c.args)
		code, out, errOut := run(t, append(args, "--url", url)...)
		if code != c.code || !strings.Contains(out+errOut, c.says) {
			t.Errorf("%s: exit code %d (want %d), want %q in\n%s%s", c.why, code, c.code, c.says, out, errOut)
		}
	}
}

func TestAsk_EffectsSendWhatWasSaid(t *testing.T) {
	for _, c := range []struct {
		args string
		want map[string]any
	}{
		{"ask what-if e d1 no", map[string]any{"episode": "e", "decision": "d1", "alternative": "no"}},
		{"ask what-if --do a=b --do c=d --against a=x --context k=v --target t --widen --budget 300", map[string]any{
			"do": []any{"a=b", "c=d"}, "against": "a=x", "context": []any{"k=v"}, "target": "t", "robustIntervals": true, "budget": 300.0,
		}},
		{"ask would-have e --without d1 --context-only", map[string]any{"episode": "e", "remove": "d1", "assumeContextOnly": true}},
		{"ask would-have e --set a=b --target t", map[string]any{"episode": "e", "set": "a=b", "target": "t"}},
		{"ask which-decision e", map[string]any{"episode": "e"}},
		{"ask best-action v --avoid --context k=v", map[string]any{"variable": "v", "avoid": true, "context": []any{"k=v"}}},
		{"model show v", map[string]any{"variable": "v"}},
	} {
		url, last := answering(t, oneWhatIf)
		c.want["project"] = "p"
		args := strings.Fields(c.args)
		run(t, append([]string{args[0], "--url", url, "--project", "p"}, args[1:]...)...)
		if diff := cmp.Diff(c.want, last.variables); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.args, diff)
		}
	}
}
