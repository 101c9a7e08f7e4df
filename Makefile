# Everything runs from here. `make help` lists the targets.
.DEFAULT_GOAL := help
SHELL := /bin/bash -o pipefail

GOLANGCI_VERSION := v2.15.0
TOOLS := $(shell go env GOCACHE)/../causeway/tools
GOLANGCI := $(TOOLS)/golangci-lint-$(GOLANGCI_VERSION)
GOVULNCHECK_VERSION := v1.8.0
GOVULNCHECK := $(TOOLS)/govulncheck-$(GOVULNCHECK_VERSION)
WEB := internal/web/node_modules/.collected
FUZZTIME ?= 20s
SOAK_ROUNDS ?= 30
LOADTIME ?= 5m
ENGINES ?= embedded
SIZES ?= 1000,20000,200000,1000000
PROJECT ?= demo
SPANS ?= 60000
RATE ?= 1000
VOLUME ?= 5000
LINK ?= http://127.0.0.1:8484/
PROJECTS ?= demo-team
comma := ,
# The packages of captured events, of which more than 90 % of the statements have to be covered by their own tests. Of internal/moving,
# which needs both engines and everything above them, tests from outside are the measure.
COVERED := ./internal/journal,./internal/capture,./internal/audit,./internal/backup,./internal/privacy,./episodic/workflow,./episodic/execution

.PHONY: help generate web build compiled lint audit licences coverage test test-fast test-packages test-outside test-servers test-servers-asked test-servers-stopped tested race pages pictures release fuzz soak bench bench-run bench-words bench-public bench-journal bench-warnings bench-hooks bench-pages bench-scale bench-vectors study worlds load release-schema run down conformance tck first-why export-kill volume

help: ## list the targets
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

generate: ## write the generated GraphQL code, docs/schema.md and the example clients' types anew
	cd graph && go run github.com/99designs/gqlgen generate --config gqlgen.yml
	cd graph && go run ./generate generated/generated.go
	cd examples/clients/go && go run github.com/Khan/genqlient genqlient.yaml
	REWRITE_PAGES=1 go test -count=1 ./graph ./examples/clients -run 'TestSchemaPage|TestTypesAreCurrent'

web: ## copy the pages' files into the binary's embedded folder (needs Node; without it they come from a CDN)
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory $(WEB); \
	else echo "web: Node is not installed; the pages will load their files from a CDN"; fi

$(WEB): internal/web/package-lock.json internal/web/collect.mjs
	cd internal/web && npm ci --no-audit --no-fund --prefer-offline --ignore-scripts --silent && npm run --silent collect
	touch $@

# Go compiles the largest packages while npm fetches the pages' files, which are embedded.
build: ## build bin/causeway, and bin/causeway-model, which runs sentence models
	@$(MAKE) --no-print-directory -j2 web compiled
	go build -o bin/causeway .
	CGO_ENABLED=0 go build -o bin/causeway-model ./cmd/causeway-model

compiled:
	@go build ./graph/... ./internal/neo4jstore ./internal/weaviateindex ./internal/sqlitestore ./internal/engine ./internal/ingest

release-schema: ## keep the schema as that of RELEASE, against which later ones are checked
	@test -n "$(RELEASE)" || { echo "say which: make release-schema RELEASE=0.1.0"; exit 1; }
	cp graph/schema.graphqls graph/releases/$(RELEASE).graphqls

lint: $(GOLANGCI) ## check format, style and generated code
	$(GOLANGCI) run ./...
	$(MAKE) --no-print-directory generate
	git diff --exit-code -- graph/generated graph/model docs/schema.md examples/clients

$(GOLANGCI):
	mkdir -p $(TOOLS)/build
	GOBIN=$(TOOLS)/build go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_VERSION)
	mv $(TOOLS)/build/golangci-lint $@

audit: web $(GOVULNCHECK) ## check the licences of what is shipped, and look for known vulnerabilities in it
	go run ./tests/supply licences
	go run ./tests/supply vulnerabilities -govulncheck $(GOVULNCHECK)

$(GOVULNCHECK):
	mkdir -p $(TOOLS)/build
	GOBIN=$(TOOLS)/build go install golang.org/x/vuln/cmd/govulncheck@$(GOVULNCHECK_VERSION)
	mv $(TOOLS)/build/govulncheck $@

licences: web ## write THIRD_PARTY_LICENSES anew
	go run ./tests/supply licences -write

# What needs Neo4j or Weaviate by itself; everything else also runs on the embedded engines.
SERVERS_ONLY := /internal/(neo4jstore|weaviateindex|engine)$$

# The tests that see causeway from outside.
OUTSIDE := ./tests/pages ./tests/api ./tests/mcp ./tests/recall ./tests/answers ./tests/ops

# The packages with tests that ask for a server. The rest has been run over the embedded engines.
SERVED = $$(grep -lrE 'enginetest\.(Neo4j|Weaviate|Browser|Embedded)\(' --include='*_test.go' . | xargs -n1 dirname | sort -u)

# make lint vets, and without tables for debuggers a test is linked in two thirds of the time.
LEAN := -vet=off -ldflags=-w
GO_TEST := go test $(LEAN) -count=1

# The tests of internal/engine come last and alone: they start and stop servers on the usual
# ports, and would take those of a server that another test has stopped for a moment.
test: test-packages test-outside ## run every test, on the embedded engines and on real Neo4j and Weaviate
	go run ./tests/engines -quick -keep -- make --no-print-directory test-servers
	$(MAKE) --no-print-directory -j2 --output-sync=target test-servers-asked test-servers-stopped
	CAUSEWAY_REQUIRE_ENGINES=1 $(GO_TEST) -timeout 20m ./internal/engine

# Of these packages only the tests with such names ask for a server; the others have run.
NAMED := ./internal/app ./graph/resolvers ./internal/storetest
ASKING := ^Test(Copy|Patterns_count|Statements|Path|Native)

# The program that the tests from outside run. It takes a second when nothing has changed.
TESTED := $(CURDIR)/bin/tested/causeway
RUN_TESTED := CAUSEWAY_TEST_BINARY="$(TESTED)"

tested: web
	go build -ldflags=-w -o "$(TESTED)" .

# Services index what they find in Neo4j, whoever wrote it. So the suites that look at what is
# not indexed yet have the servers to themselves, one after the other.
test-servers:
	$(GO_TEST) -timeout 40m $$(printf '%s\n' $(SERVED) | grep -vE '$(SERVERS_ONLY)|^\./tests/' | grep -vxF "$$(printf '%s\n' $(NAMED))")
	$(GO_TEST) -timeout 40m -p 1 -run '$(ASKING)' $(NAMED)
	$(GO_TEST) -timeout 40m -p 1 ./internal/neo4jstore ./internal/weaviateindex

# The packages from outside run one after the other, because they keep services open, but those that start and stop servers beside
# the others, with servers for each half: no port of one that is stopped for a moment is taken. Their projects are large enough to need
# plans that fit them, so Neo4j keeps none for long.
STOPPING := ./tests/pages ./tests/mcp ./tests/api ./tests/ops
ASKED = $(filter-out $(STOPPING),$(OUTSIDE))
test-servers-asked: tested
	go run ./tests/engines -quick -- env $(RUN_TESTED) $(GO_TEST) -timeout 40m -p 1 $(ASKED)
test-servers-stopped: tested
	go run ./tests/engines -quick -- env $(RUN_TESTED) $(GO_TEST) -timeout 40m -p 1 $(STOPPING)

OVER_FILE := env -u CAUSEWAY_REQUIRE_ENGINES -u CAUSEWAY_TEST_NEO4J_URI -u CAUSEWAY_TEST_WEAVIATE_URL go test $(LEAN) -p 4 -parallel 4

# The packages that are tested from inside. Of a test's time a fifth is the collection of garbage, unless the heap may grow.
INSIDE := env GOGC=400 $(OVER_FILE)
INSIDE_ALL = go list ./... | grep -vE '$(SERVERS_ONLY)|/tests/($(subst $() $(),|,$(notdir $(OUTSIDE))))$$'

# Go answers from its cache for packages whose code and files have not changed. The tests of ./tests start other programs, whose
# files it does not see.
test-fast: web ## run what a change touches of the packages and the rules, of random tests a tenth: no server, no process from outside
	@echo "test-fast: the packages on the embedded engines, of random tests a tenth, and of ./tests/scale not the run; what has not changed"
	@echo "test-fast: passes as before. make test runs all, makes all rounds, also sees causeway from outside ($(OUTSIDE)) and runs Neo4j and Weaviate"
	$(INSIDE) -short -timeout 20m $$($(INSIDE_ALL) | grep -v /tests/)
	$(INSIDE) -short -timeout 20m -count=1 $$($(INSIDE_ALL) | grep /tests/)

test-packages: web
	$(INSIDE) -count=1 -timeout 20m $$($(INSIDE_ALL))

test-outside: tested ## run the tests that see causeway from outside, on the embedded engines
	$(RUN_TESTED) $(OVER_FILE) -count=1 -timeout 40m $(OUTSIDE)

# Only where goroutines share memory: the HTTP service, jobs, leases and idempotency, tokens, embeddings, the loaders of the
# resolvers, the chapters of episodic; of causal/model the cached models, of the embedded store, the importer and the writes what runs at once. The other
# tests of these and of the rest are long calculations and random sequences on one goroutine. Tests with a time limit are
# left out too, and those of 10,000 events: under the race detector everything is several times slower.
RACED := ./internal/httpapi ./internal/journal ./internal/jobs ./internal/app ./internal/idempotency ./internal/lease ./internal/recent ./internal/auth ./internal/tokens \
	./internal/embedding ./graph/level ./graph/resolvers ./episodic/...
RACED_PARTLY := -run '^TestModel_.*(Kept|Read|Once)$$|_manyAtOnce$$|_byManyAtOnce$$|_concurrently$$|_waitsForAnotherProcess$$|_afterClose$$|_preparesWhileItWrites$$|^TestSequence_' ./causal/model ./internal/sqlitestore ./internal/ingest ./internal/write
RACE := env -u CAUSEWAY_REQUIRE_ENGINES -u CAUSEWAY_TEST_NEO4J_URI -u CAUSEWAY_TEST_WEAVIATE_URL \
	go test -race -short $(LEAN) -count=1 -timeout 15m -skip '_AnswersInTime$$|^TestComplete_long$$|^TestStore_size$$'

conformance: build ## run the conformance suite of the Model Context Protocol (downloads it, and the Node that it needs)
	cd tests/conformance && npm ci --no-audit --no-fund --prefer-offline --silent
	tests/conformance/node_modules/.bin/node tests/conformance/run.mjs bin/causeway

tck: build ## run the agent-memory TCK, of which TCK names a checkout, over a bridge (downloads its packages)
	@test -d "$(TCK)/tck/tests" || { echo "say where: make tck TCK=FOLDER, a checkout of neo4j-labs/agent-memory-tck"; exit 1; }
	tests/tck/run.sh "$(TCK)" bin/causeway

first-why: build ## time an empty home folder to the first answer why an agent's runs failed (installs the agent from PyPI)
	go run ./tests/exporting -run why

export-kill: build ## send SPANS spans at RATE a second with the OpenTelemetry SDK, and kill the service in the middle (installs the SDK from PyPI)
	go run ./tests/exporting -run kill -spans $(SPANS) -rate $(RATE)

volume: build ## import VOLUME MB of transcripts and other files that are larger than memory should be, in a folder for temporary files
	go run ./tests/volume -size $(VOLUME) -folder "$(FOLDER)"

race: ## look for data races where goroutines share memory, without servers (needs a C compiler)
	$(RACE) $(RACED)
	$(RACE) $(RACED_PARTLY)

pages: web ## write the outputs that the pages show anew
	REWRITE_PAGES=1 go test -count=1 -p 1 ./tests/rules ./tests/pages -run 'TestPages$$|TestLimits$$'

release: web ## build archives of the program, the packages, lists of their parts and checksums into dist (needs Node and Python)
	go run ./tests/supply release -out dist

pictures: web ## take the pictures of the pages anew (needs Chromium, Node and the engines)
	CAUSEWAY_TEST_PICTURES=$(CURDIR)/docs/images go test -count=1 ./tests/pages -run 'TestDesk_TasksOfAnAnalyst|TestGraphiQL_WithAKeyboardOnly|TestExplore_WithAKeyboardOnly|TestExplore_ComparesOptions|TestExplore_RatesOverTime'
	CAUSEWAY_TEST_PICTURES=$(CURDIR)/docs/images go run ./tests/engines -- go test -count=1 ./tests/pages -run 'TestBrowser_AnalystSeesWhatHappened'

coverage: ## fail if 90 % of the statements of captured events, or less, are covered by the tests of their packages
	go test -short -count=1 -coverpkg=$(COVERED) -coverprofile=$(TOOLS)/../coverage.out $(subst $(comma), ,$(COVERED)) | sed '/^ok/d'
	@awk -F'[ :]' 'NR > 1 {size[$$1 $$2] = $$3; hit[$$1 $$2] += $$4; of[$$1 $$2] = $$1} \
	  END {for (b in size) {p = of[b]; sub("/[^/]*$$", "", p); all[p] += size[b]; total += size[b]; if (hit[b]) {got[p] += size[b]; sum += size[b]}} \
	  for (p in all) printf "%5.1f %%  %s\n", 100 * got[p] / all[p], p; printf "%5.1f %%  together\n", 100 * sum / total; exit sum <= .9 * total}' $(TOOLS)/../coverage.out

fuzz: ## run every fuzz target for FUZZTIME
	go run ./tests/fuzz -time $(FUZZTIME)

# The packages whose tests choose their seeds by internal/soak, also by way of the suites of internal/storetest.
SOAKED = $$(go list -f '{{join .TestImports " "}} {{join .XTestImports " "}} : {{.ImportPath}}' ./... | awk '/\/internal\/(soak|storetest)[ "].* : / {print $$NF}' | grep -vE '$(SERVERS_ONLY)')

soak: ## run the property tests with SOAK_ROUNDS times the rounds and a random seed, which is printed (or SOAK_SEED)
	@export SOAK_SEED=$${SOAK_SEED:-$$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')} SOAK_ROUNDS=$(SOAK_ROUNDS); echo "soak: SOAK_SEED=$$SOAK_SEED SOAK_ROUNDS=$$SOAK_ROUNDS"; \
	go test -count=1 -timeout 0 $(SOAKED) || { echo "soak: make soak SOAK_SEED=$$SOAK_SEED SOAK_ROUNDS=$$SOAK_ROUNDS does it again"; exit 1; }

bench: build ## print the ratios: against the bare drivers, and the embedded engines against the native ones
	go run ./tests/bench

bench-run: ## time make run in a clean clone, with cold and with warm caches
	go run ./tests/bench -run

bench-words: ## time the embedded index: words of every kind at 2,000 to 200,000 chunks, and up to 5,000 projects
	go test -run '^$$' -bench 'Index_Search|Index_projects' -benchtime 100x -timeout 30m ./internal/sqlitestore

bench-public: ## ask the questions of public sets in DATA (LoCoMo, BEAM, JSON Lines), beside BM25; ANSWERS names a file for each answer
	@test -n "$(DATA)" || { echo "say where the sets are: make bench-public DATA=FOLDER; docs/recall.md says in which form"; exit 1; }
	go run ./tests/bench -public "$(DATA)" -answers "$(ANSWERS)"

bench-journal: ## time appends to the journal beside a bare log, and captures of the client's buffer
	go test -run '^$$' -bench Append -benchtime 20x -timeout 30m ./internal/journal
	go test -run '^$$' -bench Capture -benchtime 20000x -timeout 30m ./examples/clients/go/buffer

bench-warnings: ## ask over HTTP before an action in a project of EPISODES (20,000) episodes, beside reading an episode
	EPISODES=$(EPISODES) go test -run '^$$' -bench CheckAction -benchtime 1000x -timeout 60m ./tests/answers

bench-hooks: build ## time the hooks of an agent beside an empty process, with a service over 20,000 episodes and without one
	go run ./tests/bench -hooks

bench-pages: ## do the ten tasks of docs/analysts.md in PROJECTS of the service at LINK, and time them (needs Chromium and Node)
	@cd tests/pages && npm ci --no-audit --no-fund --prefer-offline --silent
	@cd tests/pages && CHROMIUM=$$(command -v chromium || command -v google-chrome) CAUSEWAY_PAGE='{"link": "$(LINK)", "projects": ["$(subst $() $(),"$(comma) ",$(PROJECTS))"]}' node ten.mjs

bench-scale: build ## measure at each of SIZES episodes on ENGINES; FOLDER keeps data and figures, and a run that was stopped goes on
	@test -n "$(FOLDER)" || { echo "say where the data goes: make bench-scale FOLDER=DIR"; exit 1; }
	go run ./tests/scale -folder $(FOLDER) -engines $(ENGINES) -sizes $(SIZES)

CHUNKS ?= 20000,100000
PROVIDERS ?= none,learned,static,local

bench-vectors: build ## compare PROVIDERS of vectors at CHUNKS on the embedded engines: indexing, questions, memory, file; FOLDER keeps data and figures, and a run that was stopped goes on
	@test -n "$(FOLDER)" || { echo "say where the data goes: make bench-vectors FOLDER=DIR"; exit 1; }
	go run ./tests/scale -folder $(FOLDER) -providers $(PROVIDERS) -sizes $(CHUNKS)

# With ENGINES=native servers of its own are started; any other word is for the embedded engines.
study: ## measure what wrong links and missing outcomes do to answers about effects (about two minutes)
	go run ./tests/study

worlds: ## ask two hundred histories of every generated world for effects whose truth is known (about ten minutes; SOAK_SEED for others)
	SOAK_ROUNDS=25 go test -count=1 -timeout 2h -v -run '^TestTruth_' ./causal/decision

load: build ## keep 200 readers and 20 writers busy for LOADTIME (ENGINES=native for Neo4j and Weaviate)
	$(if $(filter native,$(ENGINES)),go run ./tests/engines --) go run ./tests/load -time $(LOADTIME)

run: build ## start the API (ENGINES=native for Neo4j and Weaviate), import the examples and answer four questions
	bin/causeway up --engines=$(ENGINES) --detach
	bin/causeway demo --engines=$(ENGINES) --project $(PROJECT)

down: ## stop the API and the engines
	bin/causeway down
