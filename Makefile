# SPDX-License-Identifier: Apache-2.0

# make deps        install what is missing from the system (apt), and the Python peers of the tests
# make build       release binaries: what `make install` installs
# make test        everything: dependencies, one debug build, lint, tests, crash test, fuzzing
# make demo        a tour of the daemon in a terminal
# make run         a daemon of your own in the foreground, in .build/run
# make docs        the documentation of StateClient, as a web site in .build/docs
# make lint        format, manual pages, scripts, units
# make fuzz        random bytes against the wire protocol, in a release build (INPUTS=10000000)
# make fuzz-coverage  libFuzzer, by coverage and under the address sanitizer, against all that reads bytes
#                  (INPUTS=10000000 a reader, TARGETS="token record")
# make players-test PLAYERS="audacious ..."
#                  install real players and run them under Xvfb; what they say goes to .build/players,
#                  and with RECORD=1 to Tests/Support/fixtures/players, and the matrix to man/statectl.1
# make podcasts-test
#                  gPodder, Debian's package, and KOReader's plugin, which is downloaded, sync with the
#                  web server
# make podcasts-bench  a podcast app's whole history up and down, in a release build (ACTIONS=100000)
# make crash-test  kill -9, full disks, I/O errors and power cuts, and a check of all that was
#                  promised (CYCLES=200)
# make crash-points
#                  a power cut after each operation on a store's files, 250,000 of them (TRIES=14)
# make fail-points a call fails at each named place of a daemon, and each call of a store
# make test-tsan   the suites without programs under the thread sanitizer, in .build-tsan; make test-asan:
#                  under the address sanitizer, in .build-asan
# make steady      the suites beside four busy processes
# make simulate-days  the same as simulate over days and weeks (SEEDS=1000, FIRST=1)
# make simulate    devices that sync over a remote and a network that fail, on virtual clocks, and
#                  with mistakes made on purpose (SEEDS=1000), and some over real NATS servers
# make simulate-coverage  the lines of sync's merge and machines that simulate runs (SEEDS=1000)
# make watch-test  the promises of streams over many readers, beside writers and kills (DELIVERIES=1000000)
# make soak        two devices, sixty players, a phone, pages, and a restart each minute (HOURS=1),
#                  or a killed daemon every EVERY seconds
# make campaign    all campaigns of stated-reliability(7), for hours; continues where it was stopped
# make allocations what a Save allocates in a release build, against what it may
# make backlog     hours offline on three daemons, and what it takes to tell the others
#                  (EVENTS=100000)
# make hostile     odd values in a remote store, in every call, in requests of the web server, in
#                  command lines, imported files and the configuration, beside an honest client
# make neighbours  an honest client's Saves beside bad neighbours, of the same user and of another one
#                  (as root), in a release build (MILLISECONDS=1500 an attack)
# make papers      every example of README.md and the manuals, as it stands there, against what it prints
# make web-test    the page in real browsers, beside a real player (WEB_POINTS=100000); pictures go
#                  to .build/web
# make web-pictures the pictures of the page in README.md
# make web-load    readers and calls of the web server, in a release build
# make scale-out   NATS servers as the remote of few and of many devices, in a release build: a
#                  backlog, a change's way, and 10 to 2,000 devices; writes .build/scale-out
# make idle        what the installed daemon costs while nobody uses it
# make scale       a million resume points in a release build, and what they cost (POINTS=1000000),
#                  paused and playing
# make players-cost  what players cost that are followed for minutes, each in a way of its own, and
#                  what the bridge costs while one plays, is paused and is not there (SECONDS=120)
# make bench       beside redis, mosquitto, SQLite and the disk, on this file system (ROUNDS=5),
#                  or beside stated and statectl of an earlier build alone (BEFORE=folder);
#                  `make bench-quick` takes under a minute; `make bench-long` loads the daemon
#                  for minutes and prints the longest wait (SECONDS=120, ITEMS=1000 a client);
#                  `make bench-large` times statectl in a store with LARGE=100000 points
# make deb         Debian packages of the last commit, in .build/deb
# make dist        its source archive with all packages that it builds on, in .build/dist
# make release     a commit and a tag for the newest heading of CHANGELOG.md; NEXT=0.2.0 begins the
#                  version after it
# make package-test  the packages in a Debian 12 that has nothing else (as root)
# make boot-test   the packages under a systemd that is process 1, in namespaces of its own, and then in
#                  an emulated machine, whose power and clock are its own (as root)
# make install     to DESTDIR and PREFIX=/usr/local; `make uninstall` takes it away again
# make clean       remove everything that was built

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
INPUTS ?= 10000000
CYCLES ?= 200
POINTS ?= 1000000
LARGE ?= 100000
EVENTS ?= 100000
ACTIONS ?= 100000
ROUNDS ?= 5
ITEMS ?= 1000
SEEDS ?= 1000
HOSTILE_SEEDS ?= 10
SECONDS ?= 120
FIRST ?= 1
SEED ?= 1
MILLISECONDS ?= 1500
DELIVERIES ?= 1000000
HOURS ?= 1

# The one list of Debian packages: to build with, and to test against.
# What a benchmark measures besides: `make bench` alone installs it.
PEERS = redis-server mosquitto
PACKAGES = libsqlite3-dev libyaml-dev libsystemd-dev libnats-dev libqrencode-dev systemd mandoc groff-base tmux python3-venv mpv ffmpeg shellcheck
# A message bus of the tests' own, what plays logind on it, and certificates for servers.
PACKAGES += dbus-daemon python3-dbusmock openssl
# Networks of the tests' own.
PACKAGES += iproute2 util-linux nftables
# Players that show up on such a bus.
PACKAGES += mpv-mpris vlc-bin vlc-plugin-base
# What carries a shared folder both ways in tests.
PACKAGES += rsync
# A file system without hard links, as on a stick.
PACKAGES += exfat-fuse exfatprogs
# What examples of the manuals run.
PACKAGES += curl socat procps
# What reads the QR code of a sign-in.
PACKAGES += zbar-tools
# What builds packages, and systems to try them in.
PACKAGERS = debhelper debootstrap openssh-client
# The browser that opens the page: `make web-test` installs it, and so `make test`.
BROWSER = chromium chromium-driver

# Imports must name what Package.swift declares; the tests' build makes the programs too.
CHECKED = --explicit-target-dependency-import-check error
DEBUG_BUILD = $(SWIFT) build --build-tests $(CHECKED)
DEBUG = .build/debug
RELEASE = .build/release
VENV = .build/venv

# Installed programs bring Swift's libraries with them: a machine that runs stated need not have
# Swift, and it starts in 5 ms instead of 30 (measured with --check-config). They export nothing: nobody
# looks for symbols in them, and the names would be 2.5 MB of each.
# Nor do they name the folder that they were built in, and addresses are bound at the start. Relocations are
# packed, for glibc 2.36 or later, which saves 1.5 MB of each. The linker finds the C++ library as an archive
# first: it adds 0.1 MB, and a start takes 0.5 ms less.
RELEASE_BUILD = mkdir -p .build/static && \
	ln -s -f "$$(clang -print-file-name=libstdc++.a)" .build/static && $(SWIFT) build -c release --static-swift-stdlib $(CHECKED) \
	-Xlinker --no-export-dynamic -Xlinker -z -Xlinker now \
	-Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs -Xlinker -L$(CURDIR)/.build/static \
	-Xcc -ffile-prefix-map=$(CURDIR)=. -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=.

# What is measured is what `make install` installs: static, and stripped.
BENCH = .build/benchmarks/release/bench --stated .build/benchmarks/stated \
	--statectl .build/benchmarks/statectl --folder .build

BINDIR = $(PREFIX)/bin
LIBEXECDIR = $(PREFIX)/libexec/stated
MANDIR = $(PREFIX)/share/man
UNITDIR = $(PREFIX)/lib/systemd
SYSUSERSDIR = $(PREFIX)/lib/sysusers.d
DOCDIR = $(PREFIX)/share/doc/stated
SHAREDIR = $(PREFIX)/share/stated
BASHDIR = $(PREFIX)/share/bash-completion/completions
ZSHDIR = $(PREFIX)/share/zsh/site-functions
# On a console, fish looks below /usr/share alone.
FISHDIR = $(if $(filter /usr/local,$(PREFIX)),/usr,$(PREFIX))/share/fish/vendor_completions.d

.PHONY: players-test podcasts-test podcasts-bench papers web-test web-pictures web-load deps build debug programs demo run test lint fuzz hostile crash-test crash-points fail-points test-tsan test-asan fuzz-coverage steady simulate simulate-coverage simulate-days watch-test soak campaign backlog scale \
	allocations neighbours scale-out idle players-cost bench bench-quick bench-long bench-large install uninstall clean \
	install-files deb dist release package-test boot-test lint-format lint-manual lint-scripts lint-units lint-install unit-tests bench-programs docs

# Two cores are enough, and Swift's build uses both by itself.
.NOTPARALLEL:

deps:
	@$(call install-missing,$(PACKAGES))
	@sh Tests/Support/interop/venv.sh $(VENV)

define install-missing
missing=; for package in $(1); do \
	  dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q 'ok installed' \
	  || missing="$$missing $$package"; done; \
	[ -z "$$missing" ] || { \
	  echo "installing$$missing"; \
	  sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
	  $$sudo apt-get update -q && \
	  $$sudo env DEBIAN_FRONTEND=noninteractive \
	    apt-get install -q -y --no-install-recommends $$missing; }
endef

build:
	$(RELEASE_BUILD) --product stated
	$(RELEASE_BUILD) --product statectl

debug:
	$(DEBUG_BUILD)

# The programs alone: what a demo needs, and a part of what the tests' build makes.
programs:
	$(SWIFT) build --product stated
	$(SWIFT) build --product statectl
	$(SWIFT) build --product stated-mpris

# The limits of neighbours are twenty times those of `make neighbours`: nothing is optimised here, and the
# machine may be busy. Callers that are not served wait for seconds.
test: deps debug lint unit-tests
	$(DEBUG)/crash-test --cycles 10
	$(DEBUG)/crash-test --cycles 2 --mode full
	$(DEBUG)/crash-test --cycles 2 --mode io
	$(DEBUG)/crash-test --cycles 3 --mode power
	$(DEBUG)/crash-test --cycles 5 --mode session
	$(DEBUG)/crash-test --cycles 8 --mode sync
	$(DEBUG)/crash-test --cycles 8 --mode nats
	$(DEBUG)/crash-points --points 2000
	$(DEBUG)/fail-points --calls 4
	$(DEBUG)/backlog-test --events 3000 --positions 600
	$(DEBUG)/varlink-fuzz --runs 100000
	$(DEBUG)/hostile --files 120 --calls 600 --requests 300 --commands 50 --keys 10
	$(DEBUG)/neighbours --milliseconds 1500 --p99 400 --longest 2000
	python3 Tests/Programs/soak/promises_test.py
	$(MAKE) web-test
	python3 Tests/Programs/papers/papers.py $(DEBUG)
	$(SWIFT) build --product allocation-count
	$(DEBUG)/allocation-test
	$(MAKE) deb PROGRAMS=$(DEBUG)
	[ "$$(id -u)" != 0 ] || python3 Tests/Programs/boot/boot.py .build/deb $(SYSTEMS)
	@echo "make test: all good"

# On two cores more than a few computing tests at a time would wait for one another.
unit-tests: debug
	SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=4 \
	  sh Tests/Support/packaging/unit-tests.sh .build/tests.log $(DEBUG)/statedPackageTests.xctest \
	  'EndToEndTests\.[MV`]' EndToEndTests

# The examples of README.md and the manuals, in namespaces of their own.
papers: deps programs
	$(SWIFT) build --product stated-web
	python3 Tests/Programs/papers/papers.py $(DEBUG)

# The page in real browsers, in a network of their own that can be cut.
web-test:
	@$(call install-missing,$(BROWSER))
	unshare --net sh -c 'ip link set lo up && exec $(VENV)/bin/python \
	  Tests/Programs/web-browser/browser.py $(DEBUG) .build/web --points $(WEB_POINTS)'
WEB_POINTS ?= 5000

# The pictures in README.md.
web-pictures: deps programs
	@$(call install-missing,$(BROWSER))
	$(SWIFT) build --product stated-web
	$(VENV)/bin/python Tests/Programs/web-browser/pictures.py $(DEBUG) .build/web
	mkdir -p etc/pictures
	cp .build/web/now-desktop-light.png etc/pictures/now.png
	cp .build/web/item-desktop-dark.png etc/pictures/item.png
	cp .build/web/now-phone-dark.png etc/pictures/phone.png

web-load:
	@$(call install-missing,wrk)
	$(SWIFT) build -c release $(CHECKED) --product stated
	$(SWIFT) build -c release $(CHECKED) --product stated-web
	$(SWIFT) build -c release $(CHECKED) --product web-load
	$(RELEASE)/web-load

# Real players, which `make test` needs none of: their transcripts are in Tests/Support/fixtures/players.
PLAYERS = audacious quodlibet celluloid smplayer cmus mpd rhythmbox totem strawberry firefox chromium mpv
PLAYER_PACKAGES = xvfb xauth pulseaudio dbus ffmpeg libglib2.0-bin python3 mpv mpv-mpris xdotool
players-test: programs
	@$(call install-missing,$(PLAYER_PACKAGES) $$(python3 Tests/Programs/players/players.py $(PLAYERS)))
	sh Tests/Programs/players/run.sh "$$PWD/$(DEBUG)" .build/players $(PLAYERS)

podcasts-test: deps programs
	@$(call install-missing,luajit lua-socket lua-cjson)
	$(SWIFT) build --product stated-web
	mkdir -p .build/podcasts
	$(VENV)/bin/python Tests/Programs/podcasts/podcasts.py $(DEBUG) .build/podcasts
	python3 Tests/Programs/podcasts/readers.py $(DEBUG) .build/podcasts

podcasts-bench:
	$(SWIFT) build -c release $(CHECKED) --product stated
	$(SWIFT) build -c release $(CHECKED) --product stated-web
	python3 Tests/Programs/podcasts/bench.py $(RELEASE) $(ACTIONS)

# The documentation of StateClient, as a web site that any server can hold.
docs:
	STATED_DOCS=1 $(SWIFT) package --scratch-path .build/docs-build --allow-writing-to-directory .build/docs \
	  generate-documentation --target StateClient --output-path .build/docs \
	  --transform-for-static-hosting --warnings-as-errors

# In a release build, which needs a third of the time for a crash; half of the first ones are on a tmpfs.
crash-test: deps
	for product in stated crash-test crash-faults state-test-machine; do \
	  $(SWIFT) build -c release $(CHECKED) --product $$product || exit 1; done
	$(RELEASE)/crash-test --cycles $$(( ($(CYCLES) + 1) / 2 ))
	$(RELEASE)/crash-test --cycles $$(( ($(CYCLES) + 1) / 2 )) --folder /dev/shm
	$(RELEASE)/crash-test --cycles $$(( ($(CYCLES) + 9) / 10 )) --mode full
	$(RELEASE)/crash-test --cycles $$(( ($(CYCLES) + 9) / 10 )) --mode io
	$(RELEASE)/crash-test --cycles $$(( ($(CYCLES) + 1) / 2 )) --mode power
	$(RELEASE)/crash-test --cycles $$(( ($(CYCLES) + 1) / 2 )) --mode session
	$(RELEASE)/crash-test --cycles $$(( ($(CYCLES) + 1) / 2 )) --mode sync
	$(RELEASE)/crash-test --cycles $(CYCLES) --mode nats

# In a release build: each of them opens a store.
crash-points: deps
	$(SWIFT) build -c release $(CHECKED) --product crash-faults
	$(SWIFT) build -c release $(CHECKED) --product state-test-machine
	$(SWIFT) build -c release $(CHECKED) --product crash-points
	$(RELEASE)/crash-points --tries $(TRIES)
TRIES ?= 14

fail-points: deps programs
	$(SWIFT) build --product crash-faults
	$(SWIFT) build --product fail-points
	$(DEBUG)/fail-points

# The suites that run the programs of .build would find nothing there.
UNSANITIZED = (EndToEnd|House|StateDaemon|statectl)Tests
test-tsan: deps
	$(DEBUG_BUILD) --sanitize=thread --scratch-path .build-tsan
	TSAN_OPTIONS="suppressions=$(CURDIR)/Tests/Support/fixtures/thread-sanitizer.txt" \
	  SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=4 .build-tsan/debug/statedPackageTests.xctest \
	  --testing-library swift-testing --skip '^$(UNSANITIZED)\.'

# Swift's runtime keeps the metadata of types; the detector of leaks would report it.
test-asan: deps
	$(DEBUG_BUILD) --sanitize=address --scratch-path .build-asan
	ASAN_OPTIONS=detect_leaks=0 SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=4 \
	  .build-asan/debug/statedPackageTests.xctest --testing-library swift-testing --skip '^$(UNSANITIZED)\.'

# The suites beside processes that take the time of all cores.
steady: debug
	for number in 1 2 3 4; do (exec sh -c 'while :; do :; done') & busy="$$busy $$!"; done; \
	  trap 'kill $$busy' EXIT; trap 'exit 1' HUP INT PIPE TERM; $(MAKE) unit-tests && echo "1 suites passed beside busy processes"

fuzz:
	$(SWIFT) build -c release --product varlink-fuzz
	$(RELEASE)/varlink-fuzz --runs $(INPUTS) --seed $(SEED)

# Each reader has a folder of inputs to begin with; those that libFuzzer finds are kept in .build/fuzz.
TARGETS = $(notdir $(wildcard Tests/Support/fixtures/fuzz/*))
FUZZED = .build-fuzz/release/fuzz-coverage
fuzz-coverage:
	STATED_FUZZER=$$(clang -print-resource-dir)/lib/linux/libclang_rt.fuzzer_no_main-$$(uname -m).a \
	  $(SWIFT) build -c release --scratch-path .build-fuzz --product fuzz-coverage --sanitize=address \
	  -Xswiftc -enable-testing -Xswiftc -use-ld=lld \
	  -Xswiftc -sanitize-coverage=edge,inline-8bit-counters,pc-table,trace-cmp,indirect-calls
	set -e; for reader in $(TARGETS); do mkdir -p .build/fuzz/$$reader; \
	  ASAN_OPTIONS=detect_leaks=0 SWIFT_BACKTRACE=enable=no SWIFT_DETERMINISTIC_HASHING=1 READER=$$reader $(FUZZED) \
	  .build/fuzz/$$reader Tests/Support/fixtures/fuzz/$$reader -artifact_prefix=.build/fuzz/$$reader- \
	  -runs=$(INPUTS) -max_len=4096 -timeout=10 -print_final_stats=1; done

hostile: programs
	$(SWIFT) build --product hostile
	for seed in $$(seq $(HOSTILE_SEEDS)); do \
		$(DEBUG)/hostile --seed $$seed && $(DEBUG)/hostile --nats --seed $$seed || exit 1; done

simulate: deps
	$(SWIFT) build -c release $(CHECKED) --product simulate
	$(RELEASE)/simulate --seeds $(SEEDS)
	$(RELEASE)/simulate --mutations --seeds 120
	$(RELEASE)/simulate --real --seeds 50
	$(RELEASE)/simulate --nats 1 --seeds 40
	$(RELEASE)/simulate --nats 3 --seeds 8

simulate-days:
	$(SWIFT) build -c release $(CHECKED) --product simulate
	$(RELEASE)/simulate --days --seeds $(SEEDS) --first $(FIRST)

# A debug build, whose lines are those of the source; the tools are those of the toolchain.
COVERED = .build-coverage/debug/simulate
LLVM = $$($(SWIFT) -print-target-info | sed -n 's|.*"runtimeResourcePath": "\(.*\)/lib/swift".*|\1/bin|p')
simulate-coverage:
	$(SWIFT) build $(CHECKED) --enable-code-coverage --scratch-path .build-coverage --product simulate
	LLVM_PROFILE_FILE=$(COVERED).profraw $(COVERED) --seeds $(SEEDS)
	"$(LLVM)/llvm-profdata" merge -o $(COVERED).profdata $(COVERED).profraw
	"$(LLVM)/llvm-cov" report $(COVERED) -instr-profile $(COVERED).profdata \
	  Sources/StateSync/Machine Sources/StateSync/Steps Sources/SyncModel/Merge

watch-test:
	python3 Tests/Programs/soak/promises_test.py 200
	$(SWIFT) build -c release $(CHECKED) --product stated
	python3 Tests/Programs/soak/watching.py $(RELEASE) --deliveries $(DELIVERIES)

soak:
	$(SWIFT) build -c release $(CHECKED) --product stated
	$(SWIFT) build -c release $(CHECKED) --product stated-web
	python3 Tests/Programs/soak/soak.py $(RELEASE) $(HOURS) $(EVERY)

campaign:
	python3 Tests/Programs/campaign/campaign.py .build/campaign

allocations:
	$(SWIFT) build -c release $(CHECKED) --product stated
	$(SWIFT) build -c release $(CHECKED) --product allocation-count
	$(SWIFT) build -c release $(CHECKED) --product allocation-test
	$(RELEASE)/allocation-test

backlog:
	$(SWIFT) build -c release $(CHECKED) --product stated
	$(SWIFT) build -c release $(CHECKED) --product backlog-test
	$(RELEASE)/backlog-test --events $(EVENTS)

neighbours:
	$(SWIFT) build -c release $(CHECKED) --product stated
	$(SWIFT) build -c release $(CHECKED) --product neighbours
	$(RELEASE)/neighbours --milliseconds $(MILLISECONDS)
	[ "$$(id -u)" != 0 ] || $(RELEASE)/neighbours --milliseconds $(MILLISECONDS) --other-user

scale-out: deps
	$(SWIFT) build -c release $(CHECKED) --product stated
	$(SWIFT) build -c release $(CHECKED) --product scale-out
	$(RELEASE)/scale-out --devices 10 100 1000 2000 --output .build/scale-out
	$(RELEASE)/scale-out --servers 3 --devices 10 100 --output .build/scale-out/cluster

idle:
	$(MAKE) install DESTDIR=$$PWD/.build/root PREFIX=/usr/local
	sh Tests/Support/packaging/idle.sh .build/root/usr/local/bin/stated

scale:
	$(SWIFT) build -c release $(CHECKED) --product stated
	$(SWIFT) build -c release $(CHECKED) --product scale-test
	$(RELEASE)/scale-test --points $(POINTS)
	$(RELEASE)/scale-test --points $(POINTS) --status playing

players-cost: deps
	$(SWIFT) build -c release $(CHECKED) --product stated
	$(SWIFT) build -c release $(CHECKED) --product statectl
	$(SWIFT) build -c release $(CHECKED) --product stated-mpris
	$(SWIFT) build -c release $(CHECKED) --product players-cost
	$(RELEASE)/players-cost --seconds $(SECONDS)
	@$(call install-missing,dbus pulseaudio audacious audacious-plugins)
	sh Tests/Programs/players/cost.sh "$$PWD/$(RELEASE)" $(SECONDS)

bench:
	$(BENCH) --rounds $(ROUNDS) --output .build/bench $(if $(BEFORE),--before $(BEFORE))

bench-quick:
	$(BENCH) --rounds 1 --seconds 0.7

# Under full load for minutes, with folds, sweeps and checkpoints: SECONDS=120, ITEMS=1000.
bench-long:
	$(BENCH) --endurance $(SECONDS) --items $(ITEMS)

bench-large:
	$(BENCH) --large $(LARGE)

bench bench-quick bench-long bench-large: bench-programs

bench-programs:
	@$(call install-missing,$(PEERS) $(PACKAGES))
	$(RELEASE_BUILD) --product stated
	$(RELEASE_BUILD) --product statectl
	$(SWIFT) build -c release --package-path Tests/Benchmarks --scratch-path .build/benchmarks
	install -s -m 755 $(RELEASE)/stated $(RELEASE)/statectl .build/benchmarks

demo: deps programs
	PATH="$$PWD/$(DEBUG):$$PATH" sh etc/demo/demo.sh

run: programs
	@mkdir -p .build/run
	$(DEBUG)/stated --socket $$PWD/.build/run/io.stated --store $$PWD/.build/run/state.db

lint: lint-format lint-manual lint-scripts lint-units lint-install

lint-format:
	$(SWIFT) format lint --strict --parallel --recursive Sources Plugins Tests Package.swift etc/examples

lint-manual:
	sh Tests/Support/packaging/manuals.sh

lint-scripts:
	shellcheck --severity=warning .ci/run $$(git ls-files '*.sh')

lint-units:
	sh Tests/Support/packaging/units.sh

lint-install:
	sh Tests/Support/packaging/install.sh

install: build install-files

# Strips the programs; empty for ones that are no programs.
STRIP = -s
install-files:
	install -D $(STRIP) -m 755 -t $(DESTDIR)$(BINDIR) $(RELEASE)/stated $(RELEASE)/statectl
	install -d $(DESTDIR)$(LIBEXECDIR)
	for name in stated-mpris stated-web; do \
	  ln -s -f -r $(DESTDIR)$(BINDIR)/stated $(DESTDIR)$(LIBEXECDIR)/$$name || exit 1; done
	for page in man/*.[1-8]; do \
	  install -d $(DESTDIR)$(MANDIR)/man$${page##*.} && \
	  sed 's|/usr/local/|$(PREFIX)/|g' $$page >$(DESTDIR)$(MANDIR)/man$${page##*.}/$${page##*/} && \
	  chmod 644 $(DESTDIR)$(MANDIR)/man$${page##*.}/$${page##*/} || exit 1; done
	for unit in user/stated.service user/stated.socket user/stated-mpris.service \
	  user/stated-web.service user/stated-web.socket \
	  user/stated.service.d/sandbox.conf user/stated-web.service.d/sandbox.conf \
	  system/stated.service system/stated.socket; \
	do install -d $(DESTDIR)$(UNITDIR)/$${unit%/*} && \
	  sed -e 's|/usr/local/bin/|$(BINDIR)/|g' -e 's|/usr/local/libexec/stated/|$(LIBEXECDIR)/|g' \
	    etc/systemd/$$unit > $(DESTDIR)$(UNITDIR)/$$unit && \
	  chmod 644 $(DESTDIR)$(UNITDIR)/$$unit || exit 1; done
	install -D -m 644 -t $(DESTDIR)$(SYSUSERSDIR) etc/sysusers.d/stated.conf
	install -D -m 644 -t $(DESTDIR)$(DOCDIR) LICENSE CHANGELOG.md
	install -D -m 644 -t $(DESTDIR)$(SHAREDIR) etc/stated.yaml
	sh etc/packaging/notices.sh $(or $(wildcard vendor),.build/checkouts) $(SWIFT) \
	  >$(DESTDIR)$(DOCDIR)/THIRD-PARTY-NOTICES
	chmod 644 $(DESTDIR)$(DOCDIR)/THIRD-PARTY-NOTICES
	install -D -m 644 -t $(DESTDIR)$(DOCDIR)/waybar etc/waybar/*
	install -D -m 644 -t $(DESTDIR)$(DOCDIR)/nats etc/nats/*
	install -d $(DESTDIR)$(SHAREDIR)/mpv && \
	  sed 's|/usr/local/|$(PREFIX)/|g' etc/mpv/stated.lua >$(DESTDIR)$(SHAREDIR)/mpv/stated.lua && \
	  chmod 644 $(DESTDIR)$(SHAREDIR)/mpv/stated.lua
	install -d $(DESTDIR)$(BASHDIR) && sed '1{/^#!/d}' etc/completions/statectl.bash \
	  >$(DESTDIR)$(BASHDIR)/statectl && chmod 644 $(DESTDIR)$(BASHDIR)/statectl
	install -D -m 644 etc/completions/statectl.zsh $(DESTDIR)$(ZSHDIR)/_statectl
	install -D -m 644 etc/completions/statectl.fish $(DESTDIR)$(FISHDIR)/statectl.fish

# Removes what `install-files` installs: it is installed elsewhere, to see what that is.
uninstall:
	@stage=$$(mktemp -d) && trap 'rm -r "$$stage"' EXIT && root=$$(realpath -m "$(DESTDIR)/") && \
	mkdir "$$stage/built" && \
	(cd "$$stage/built" && touch stated statectl) && \
	$(MAKE) -s install-files RELEASE="$$stage/built" STRIP= DESTDIR="$$stage/root" && \
	cd "$$stage/root" && find . ! -type d | while read -r file; do rm -fv "$${root%/}/$$file"; done && \
	find . -depth -type d -path '*/stated*' | while read -r folder; do \
	  [ ! -d "$${root%/}/$$folder" ] || rmdir --ignore-fail-on-non-empty "$${root%/}/$$folder"; done

# The folder of the programs in the packages; make deb PROGRAMS=.build/debug packs a debug build.
PROGRAMS = $(RELEASE)
deb:
	@$(call install-missing,$(PACKAGERS))
	$(if $(filter $(RELEASE),$(PROGRAMS)),$(MAKE) build)
	env -u MAKEFLAGS -u MAKEOVERRIDES -u MFLAGS sh etc/packaging/deb.sh $(PROGRAMS) .build/deb

# The Debian systems to try packages in, which are downloaded once.
SYSTEMS = $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/stated
# What lintian says of a debug build alone.
DEBUG_TAGS = custom-library-search-path,hardening-no-bindnow
package-test: deb
	@$(call install-missing,lintian)
	lintian --allow-root --pedantic --display-info --fail-on error,warning,info,pedantic \
	  $(if $(filter $(RELEASE),$(PROGRAMS)),,--suppress-tags $(DEBUG_TAGS)) .build/deb/*.changes
	python3 Tests/Programs/boot/package.py .build/deb $(SYSTEMS)

boot-test: deb
	python3 Tests/Programs/boot/boot.py .build/deb $(SYSTEMS) --long
	@$(call install-missing,qemu-system-x86 seabios)
	python3 Tests/Programs/boot/power.py .build/deb $(SYSTEMS)

dist:
	$(SWIFT) package resolve
	sh etc/packaging/dist.sh .build/checkouts .build/dist

release:
	sh etc/packaging/release.sh $(NEXT)

clean:
	rm -rf .build
