# Plimsoll. `make` builds; .ci/run is everything that CI does.
GO ?= go
TOOLS := .ci/tools/bin
FUZZTIME ?= 3m
DIR ?= ../shared/corpus

.PHONY: build test race lint rules fuzz fuzz-short bench keys corpus cases golden tools

build:
	$(GO) build -trimpath -o bin/plimsoll ./cmd/plimsoll

test:
	$(GO) test ./...

race: # the packages that start goroutines
	$(GO) test -race -short ./policy/... ./model/load/... ./cmd/...

lint: $(TOOLS)/golangci-lint
	$(TOOLS)/golangci-lint run ./...

rules: $(TOOLS)/regal # format, strict check, schema of the input; then Regal
	$(GO) test -count=1 -run 'TestRego' ./policy
	$(TOOLS)/regal lint --format compact rules

fuzz: # FUZZTIME each
	.ci/fuzz $(FUZZTIME)

fuzz-short:
	.ci/fuzz 8s

bench: $(TOOLS)/conftest # SHORT=1: fewer runs, RESULTS.md stays
	$(GO) run ./fixtures/bench -conftest $(TOOLS)/conftest $(if $(SHORT),-short)

keys: # Kafka's own definitions; needs Java 17 and Maven
	$(GO) generate ./model/kafka

corpus: # DIR: one folder a case, with meta.json and expected.json
	$(GO) run ./fixtures/corpus $(DIR)

cases: # DIR: one folder a bug report
	$(GO) run ./fixtures/corpus -cases $(DIR)/cases

golden: # UPDATE=1 rewrites what golden tests want; read the difference
	UPDATE=1 $(GO) test ./cmd/... ./model/formats/... ./model/source/... ./policy/...

tools: $(TOOLS)/golangci-lint $(TOOLS)/regal $(TOOLS)/conftest

$(TOOLS)/golangci-lint: .ci/tools/go.mod
	cd .ci/tools && $(GO) build -o bin/golangci-lint github.com/golangci/golangci-lint/v2/cmd/golangci-lint

$(TOOLS)/regal: .ci/tools/regal/go.mod
	cd .ci/tools/regal && $(GO) build -o ../bin/regal github.com/open-policy-agent/regal

$(TOOLS)/conftest: .ci/tools/conftest/go.mod
	cd .ci/tools/conftest && $(GO) build -o ../bin/conftest github.com/open-policy-agent/conftest
