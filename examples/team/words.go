package team

// services are what the team works on, each with the parts that its changes concern.
func services() []service {
	return []service{
		{"booking site", []string{"the seat map", "group bookings", "the refund form", "the price calendar", "dog tickets", "the cabin choice", "the voucher field", "the search for return trips", "the list of saved travelers"}},
		{"timetable", []string{"the winter departures", "the list of canceled trips", "the map of piers", "the storm notice", "the connections to buses", "the departure board"}},
		{"crew rota", []string{"shift swaps", "the check of rest times", "the sick list", "the on-call plan", "vacation requests"}},
		{"kiosk", []string{"the card reader", "the receipt printer", "the language choice", "the pier selector", "the screen after a time-out"}},
		{"gate", []string{"the ticket scanner", "the passenger count", "the check of season passes", "the vehicle lane"}},
		{"freight desk", []string{"customs forms", "dangerous goods", "the weight check", "trailer slots", "the invoices"}},
		{"loyalty program", []string{"the points", "the birthday offer", "the yearly statement", "the tiers"}},
		{"notifications", []string{"the delay message", "the reminder before departure", "the unsubscribe link", "text messages abroad"}},
	}
}

type service struct {
	name  string
	parts []string
}

// tasks describe a change by what it touches; %[1]s is the part, %[2]s the service.
func tasks(touches string) []string {
	if touches == LiveTable {
		return []string{
			"Give %[1]s in the %[2]s a table of its own",
			"Add a column to the table behind %[1]s in the %[2]s",
			"Split the table behind %[1]s in the %[2]s",
			"Add an index for %[1]s in the %[2]s",
			"Keep a history of %[1]s in the %[2]s",
			"Widen the key behind %[1]s in the %[2]s to 64 bits",
			"Drop the unused columns behind %[1]s in the %[2]s",
			"Store times behind %[1]s in the %[2]s with their zone",
		}
	}
	return []string{
		"Show %[1]s properly on small screens in the %[2]s",
		"Make %[1]s in the %[2]s answer faster",
		"Rewrite %[1]s in the %[2]s so that it can be tested",
		"Let support see %[1]s in the %[2]s",
		"Translate %[1]s in the %[2]s into German",
		"Remove the old version of %[1]s from the %[2]s",
		"Put %[1]s in the %[2]s behind a switch",
		"Explain the errors of %[1]s in the %[2]s in plain words",
		"Log less around %[1]s in the %[2]s",
	}
}

// piers are where a change is seen first.
func piers() []string { return []string{"Skarvik", "Hamnes", "Tindvik", "Ostholm", "Kvalsund"} }

// agents are those who build.
func agents() []string { return []string{"builder-1", "builder-2", "builder-3"} }

// touchReasons say why a change is held to touch a table or only code.
func touchReasons(touches string) []string {
	if touches == LiveTable {
		return []string{
			"The migration rewrites rows that travelers read all day.",
			"The folder holds a migration, and its table has %d million rows.",
			"A column changes its type while the service writes to it.",
			"The old code reads the same table until the last pier is done.",
			"",
		}
	}
	return []string{
		"The diff stays in the handlers and their tests.",
		"No migration, no new query.",
		"Only templates and texts change, in %d files.",
		"It computes the same from the same rows.",
		"",
	}
}

// rolloutReasons say why a change goes out this way.
func rolloutReasons(touches, rollout string) []string {
	switch {
	case touches == LiveTable && rollout == OnePier:
		return []string{
			"One pier shows what the lock does before the others feel it.",
			"Rows cannot be put back in a minute, so few travelers should meet it first.",
			"The last change of a table hurt; the reviewer asks for one pier.",
			"The first pier writes %d0,000 rows a day, enough to see trouble.",
			"",
		}
	case touches == LiveTable:
		return []string{
			"The new column is empty and nobody reads it yet.",
			"Two schemas side by side would need a second code path.",
			"The freight desk waits for it at every pier.",
			"",
		}
	case rollout == OnePier:
		return []string{
			"Nobody on call knows this part, so slowly.",
			"The switch makes one pier cheap to try.",
			"It is the first change here in %d weeks.",
			"",
		}
	default:
		return []string{
			"No data is touched and the tests are green.",
			"It can be taken back in %d minutes.",
			"Two versions side by side cost more than they tell.",
			"A small change on a quiet day.",
			"",
		}
	}
}

// hourReasons say why a change goes out then.
func hourReasons(hour string) []string {
	if hour == Morning {
		return []string{"Everybody is there if it goes wrong.", "The boats are full only from noon on.", "", ""}
	}
	return []string{"The reviewer reads it in the morning.", "The commuters are through by then.", "", ""}
}

// checks are what the check says; %[1]s is the pier, %[2]d a number of minutes.
func checks(failed bool) []string {
	if failed {
		return []string{
			"Check at %[1]s after %[2]d minutes: not healthy",
			"The check at %[1]s turned red after %[2]d minutes",
			"%[1]s fails its check, %[2]d minutes after the rollout",
		}
	}
	return []string{
		"Check at %[1]s after %[2]d minutes: healthy",
		"No errors at %[1]s for %[2]d minutes",
		"%[1]s is green, %[2]d minutes after the rollout",
	}
}

// errorTexts are the errors behind a failed check, as the tools print them.
func errorTexts(touches string) []string {
	if touches == LiveTable {
		return []string{
			"ERROR: canceling statement due to lock timeout",
			"ERROR: deadlock detected",
			"replica is 41 s behind the primary",
			"ERROR: column does not exist",
		}
	}
	return []string{
		"HTTP 500 in 3 % of the requests",
		"container killed: out of memory",
		"TypeError: cannot read properties of undefined",
	}
}

// responseReasons say why the team responds so to a failed check.
func responseReasons(response string) []string {
	switch response {
	case TakeBack:
		return []string{"The last version worked, and the cause can wait.", "Travelers stand at the gate.", "We do not understand it yet.", ""}
	case RepairThere:
		return []string{"The cause is one line.", "Going back would lose the rows written since.", "The fix is ready for review.", ""}
	default:
		return []string{"It may be the load of the morning boats.", "The alarm has been wrong before.", ""}
	}
}

// ends describe how the work ended.
func ends(response string, failed bool) []string {
	switch {
	case response == "" && failed:
		return []string{"Support finds a fault %d hours later that no check looks for", "Finance asks %d days later why the sums differ; taken back"}
	case response == "":
		return []string{"Live at all piers; nobody called", "Live for %d minutes, error rate as before", "Done; the old version is deleted"}
	case failed:
		return []string{"Travelers could not use it for %d minutes", "Taken out at last; %d calls at support", "The service was down for %d minutes"}
	default:
		return []string{"Healthy again after %d minutes", "The cause is found and the change is live the same day", "Nobody outside noticed"}
	}
}

// lessons are what somebody wrote down.
func lessons(touches, response string, failed bool) []string {
	switch {
	case failed && response == Wait:
		return []string{"A red check does not turn green by itself", "Say beforehand how long we watch"}
	case failed && response == RepairThere:
		return []string{"First make it work for travelers, then look for the cause", "A fix under pressure needs a second pair of eyes"}
	case failed:
		return []string{"Check what travelers do, not only what the server says", "Practice taking a migration back"}
	case response == TakeBack:
		return []string{"Taking it back cost ten minutes and no calls"}
	case touches == LiveTable:
		return []string{"Count the rows before the migration runs", "Expand first, contract a week later"}
	default:
		return []string{"The switch made this easy", "Small changes need small plans", "Ask support for the wording"}
	}
}
