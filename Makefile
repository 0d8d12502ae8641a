# heldbytes. `make` lists the targets. What is longer than a line is in .ci/.

PORT ?= 8080
QUICK ?=
FUZZTIME ?= 10s
GO   ?= go
WASM := GOOS=js GOARCH=wasm

# What runs for each byte of a recording. The rest of the page is built without
# inlining: it is as fast so, and a tenth smaller as it is sent. The module that
# reads more is inlined where it reads, too.
HOT  := $(addprefix ./analyzer/,framing internal/jsontext timeline replay diagnose) bufio bytes cmp encoding/binary \
  internal/bytealg internal/byteorder iter math/bits slices unicode/utf8
READ := $(addprefix ./analyzer/,capture coding packets) encoding/base64 internal/strconv internal/stringslite io maps math strconv strings
PAGE := -trimpath -buildvcs=false -ldflags="-s -w -buildid=" -gcflags=all=-l $(HOT:%=-gcflags=%=)
WIDE := $(PAGE) $(READ:%=-gcflags=%=)

# Nobody waits for the Worker to be loaded, and its time is counted: all of it is
# inlined, with which a picture takes half as long.
EDGE := -trimpath -buildvcs=false -ldflags="-s -w -buildid="

# The collector of Go 1.25 on WebAssembly: the newer one does nothing for one
# thread, and is 10 kB of the page.
MODULE := GOEXPERIMENT=nogreenteagc $(WASM)

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: build ## build the page and the command, serve the page on 127.0.0.1 (PORT=8080)
	exec bin/heldbytes serve --listen 127.0.0.1:$(PORT) --sample buffered

build: dist ## bin/heldbytes, with the page in it
	$(GO) build -trimpath -ldflags="-s -w" -o bin/heldbytes ./cmd/heldbytes

dist: ## the static site, in dist/ (QUICK=1 leaves out brotli)
	@mkdir -p bin
	$(MODULE) $(GO) build $(PAGE) -o bin/page.wasm ./wasm/page
	$(MODULE) $(GO) build $(WIDE) -o bin/wide.wasm ./wasm/wide
	$(GO) run ./ui/internal/mkpage -wasm bin/page.wasm -wide bin/wide.wasm -out dist -embed cmd/heldbytes/page $(if $(QUICK),-brotli=false)

edge: ## the Worker of a host on Cloudflare's network, in wasm/edge
	@[ -e dist/index.html ] || $(MAKE) --no-print-directory dist
	$(GO) tool workers-assets-gen -mode=go -o wasm/edge/build
	$(MODULE) $(GO) build $(EDGE) -o wasm/edge/build/app.wasm ./wasm/edge
	rm -rf wasm/edge/public
	mkdir wasm/edge/public
	cp dist/* wasm/edge/_redirects wasm/edge/public
	rm -f wasm/edge/public/*.br wasm/edge/public/*.gz

deploy: QUICK = 1
deploy: dist edge ## put the host on Cloudflare's network (DRY_RUN=1 only builds; WORKER=NAME, PUBLIC_URL=URL)
	npm ci --no-audit --no-fund --prefix wasm/edge
	$(GO) run ./wasm/edge/deploy $(if $(DRY_RUN),--dry-run) $(if $(WORKER),--name $(WORKER)) $(if $(PUBLIC_URL),--public-url $(PUBLIC_URL))

test: ## everything that the continuous integration checks
	@.ci/test

test-unit: ## unit tests, with the race detector
	$(GO) test -race ./analyzer/... ./ui/...

test-wasm: ## the engine's tests under js/wasm, in Node
	$(WASM) $(GO) test -exec="$$($(GO) env GOROOT)/lib/wasm/go_js_wasm_exec" ./analyzer/...

test-browser: build ## the command's tests, which drive the page in Chromium
	npm ci --no-audit --no-fund --prefix cmd/heldbytes/testdata/axe
	npm ci --no-audit --no-fund --prefix cmd/heldbytes/trials/testdata/sdk
	$(GO) test -race -count=1 -timeout 60m ./cmd/... ./wasm/page/bench

test-edge: edge ## the Worker's tests, under Cloudflare's runtime on this machine
	npm ci --no-audit --no-fund --prefix wasm/edge
	$(GO) test -count=1 -timeout 10m ./wasm/edge/...

bench: dist edge ## benchmarks: native, of the page against others, of the Worker; keeps RESULTS.md of wasm/*/bench
	$(GO) test -run '^$$' -bench . -benchmem ./analyzer/... ./cmd/heldbytes/trials
	npm ci --prefix wasm/page/bench
	$(GO) run ./wasm/page/bench -out wasm/page/bench/RESULTS.md
	npm ci --no-audit --no-fund --prefix wasm/edge
	$(GO) run ./wasm/edge/bench -out wasm/edge/bench/RESULTS.md

fuzz: ## each fuzz target for a while (FUZZTIME=10s)
	.ci/fuzz $(FUZZTIME)

generate: ## Go from .vugu
	.ci/generated --write

fmt: ## gofmt
	gofmt -w analyzer cmd ui wasm

vet: ## go vet, native and js/wasm
	$(GO) vet ./...
	$(WASM) $(GO) vet ./...

lint: ## staticcheck, native and js/wasm
	$(GO) tool staticcheck ./...
	.ci/staticcheck-wasm

clean: ## remove what was built
	rm -rf bin dist
	find cmd/heldbytes/page -type f ! -name placeholder.txt -delete

.PHONY: help run build dist edge deploy test test-unit test-wasm test-browser test-edge bench fuzz generate fmt vet lint clean
