# SPDX-License-Identifier: Apache-2.0
"""Checks that what the papers name exists, and that the manuals have all commands, options and keys."""
import functools
import json
import os
import re
import subprocess

import examples
import limits

PAPERS = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")
REPORTS = "Sources/statectl/Output/Reports/"
PAGE = "Sources/CWebPage/files/"
# One word for one idea: labels, with the files that show or explain them.
LABELS = [
    ("in the foreground", [REPORTS + "PlayerReport.swift", "man/stated.8"]),
    ("in the background", [REPORTS + "PlayerReport.swift", "man/stated.8"]),
    ("quarantined", [REPORTS + "SaveReport.swift", PAGE + "timeline.js", "man/statectl.1"]),
    ("ignored", [REPORTS + "SaveReport.swift", "man/statectl.1"]),
    ("cleared", [REPORTS + "SaveReport.swift", PAGE + "timeline.js", "man/statectl.1"]),
    ("expired", [PAGE + "timeline.js", PAGE + "state.js", "man/statectl.1"]),
    ("stated-durable", ["Sources/RemoteNATS/Records/StreamLayout.swift", "man/stated-nats.7"]),
    ("Offline, saving here", ["Sources/StateSync/Machine/SyncStatus.swift",
                              "Sources/statectl/Output/Sync/SyncReport.swift", "man/stated.8"]),
]
SHARED = "Options of several commands"
# Names in backticks that the sources do not have.
ELSEWHERE = {"CPATH", "libsystemd0", "Type+Aspect.swift", "vendor/"}


def run(*words):
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


class Project:
    """The files of the project, its programs, and what they know."""

    def __init__(self, root, programs):
        self.root = root
        self.programs = programs
        self.files = []
        for folder, folders, names in os.walk(root):
            folders[:] = [name for name in folders if not name.startswith((".", "__"))]
            self.files += [os.path.relpath(os.path.join(folder, name), root) for name in names]
        self.pages = {page.name: page.read_text() for page in sorted((root / "man").glob("*.[1-8]"))}
        self.texts = {name: (root / name).read_text() for name in PAPERS}

    @functools.cached_property
    def commands(self):
        """The subcommands of statectl, each with its options and its arguments."""
        found = {}

        def add(command, words):
            found[words] = {name["name"] for argument in command.get("arguments", []) if argument["shouldDisplay"]
                            for name in argument.get("names", [])}
            for child in command.get("subcommands", []):
                add(child, f"{words} {child['commandName']}".strip())

        add(json.loads(run(self.programs / "statectl", "--experimental-dump-help"))["command"], "")
        return {words: options - {"h"} for words, options in found.items() if words not in ("", "help")}

    @functools.cached_property
    def source(self):
        """All text that may declare a name."""
        kinds = (".swift", ".varlink", ".lua", ".py", ".sh", ".js", ".h", ".c", ".yaml", ".conf", ".service", ".socket")
        paths = [path for path in self.files if not path.startswith("Tests/Programs/papers/")
                 and (path.endswith(kinds) or "/" not in path and not path.endswith(".md"))]
        return "\n".join((self.root / path).read_text(errors="replace") for path in paths)

    @functools.cached_property
    def words(self):
        return set(re.findall(r"[A-Za-z_][A-Za-z0-9_]*", self.source))

    @functools.cached_property
    def declared(self):
        return set(re.findall(r"\b(?:func|var|let|case|class|struct|enum|actor|protocol|typealias|method|type) `?(\w+)",
                              self.source))

    def command(self, words):
        """The command that words begin with, or None."""
        names = (" ".join(words[:count]) for count in (3, 2, 1))
        return next((name for name in names if name in self.commands), None)

    @functools.cached_property
    def targets(self):
        return set(re.findall(r"^([a-z][a-z -]*):", (self.root / "Makefile").read_text(), re.M))


def items(page):
    """Yields the entries of a page's lists: section, depth of the list, and the line."""
    section, depth = "", 0
    for line in page.split("\n"):
        if line.startswith((".Ss ", ".Sh ")):
            section = line[4:]
        depth += line.startswith(".Bl") - line.startswith(".El")
        if line.startswith(".It "):
            yield section, depth, line[4:]


def commands(project):
    """The commands and options of statectl(1), both ways."""
    documented, command = {}, None
    for section, depth, line in items(project.pages["statectl.1"]):
        options = set(re.findall(r"Fl Fl ([a-z-]+)", line)) | set(re.findall(r"(?:^|, |\s)Fl ([a-z])\b", line))
        if section == SHARED:
            documented.setdefault("", set()).update(options)
        elif line.startswith("Cm ") and depth == 1:
            words = re.match(r"Cm ((?:[a-z]+ ?)+)", line)[1].split()
            command = project.command(words) or " ".join(words)
            access = documented["sync setup"] if "Ar access" in line and command == "sync move" else set()
            documented.setdefault(command, set()).update(options | access)
        elif line.startswith("Fl ") and command and depth == 2:
            documented[command].update(options)
        elif depth == 1:
            command = None
    shared = documented.pop("", set())
    order = list(dict.fromkeys(name.split()[0] for name in documented))
    if order != list(dict.fromkeys(name.split()[0] for name in project.commands)):
        yield f"statectl(1): the commands are in another order than in --help: {order}"
    used = set().union(*project.commands.values())
    yield from (f"statectl(1): no option of any command: --{name}" for name in shared - used - {
        "generate-completion-script"})
    for name, options in project.commands.items():
        if any(other.startswith(name + " ") for other in project.commands):
            continue
        if name not in documented:
            yield f"statectl(1): no command {name}"
            continue
        yield from (f"statectl(1): {name}: no option --{o}" for o in options - documented[name] - shared)
    for name, options in documented.items():
        if name not in project.commands:
            yield f"statectl(1): statectl has no command {name}"
        else:
            yield from (f"statectl(1): {name} has no option --{o}" for o in options - project.commands[name])


def keys(project):
    """The keys of stated.yaml(5) with their defaults, and the options of stated(8), both ways."""
    help_text = run(project.programs / "stated", "--help")
    known = set(re.findall(r"^  ([a-z.-]+)(?:\.[A-Z]\S*)?  ", help_text.split("USAGE")[0], re.M))
    documented, defaults = set(), {}
    for section, depth, line in items(project.pages["stated.yaml.5"]):
        if depth == 1 and line.startswith("Cm "):
            prefix = {"Web": "web.", "Limits": "limits."}.get(section, "")
            name = prefix + line.split()[1]
            documented.add(name)
            if default := re.search(r"Pq Cm (\S+)$", line):
                defaults[name] = default[1]
    known = {re.sub(r"^(players|rewind)$", r"\1", name.split(".NAME")[0].split(".AGE")[0]) for name in known}
    yield from (f"stated.yaml(5): no key {name}" for name in known - documented)
    yield from (f"stated.yaml(5): stated has no key {name}" for name in documented - known)
    section = ""
    used = {}
    for line in run(project.programs / "stated", "--print-config", "--config", "/dev/null").split("\n"):
        if found := re.match(r"( *)([a-z-]+): *(.*?) *(?:#.*)?$", line):
            indent, name, value = found.groups()
            section = name + "." if not value else section if indent else ""
            used[section * bool(indent) + name] = value.strip("'\"")
    yield from (f"stated.yaml(5): {name} is {used.get(name)} by default, not {value}"
                for name, value in defaults.items() if used.get(name) != value)
    options = set(re.findall(r"^ +--([a-z-]+)", help_text, re.M)) | {"help"}
    written = {found[1] for _, _, line in items(project.pages["stated.8"])
               if (found := re.match(r"Fl Fl ([a-z-]+)", line))}
    yield from (f"stated(8): option --{name} is in one of manual and program" for name in options ^ written)


def protocol(project):
    """The interfaces, methods, errors and limits that stated-protocol(7) names."""
    page = project.pages["stated-protocol.7"]
    interfaces = {path.split("/")[-1].removesuffix(".varlink") for path in project.files
                  if path.startswith("Sources/StateProtocol/Interfaces/")}
    listed = set(re.findall(r"^\.It Cm (io\.stated\.\w+)", page, re.M))
    yield from (f"stated-protocol(7): interface {name} is in one of page and program" for name in interfaces ^ listed)
    varlink = "\n".join((project.root / path).read_text() for path in project.files if path.endswith(".varlink"))
    words = set(re.findall(r"\w+", varlink))
    for name in re.findall(r"^\.Ql (?:io\.stated\.\w+\.)?([A-Za-z]+)\b", page, re.M):
        if name not in words | {"method", "parameters", "oneway", "more", "continues", "error", "parameter", "org"}:
            yield f"stated-protocol(7): no interface has {name}"
    source = (project.root / "Sources/StateModel/Values/CallLimit.swift").read_text()
    known = {name: limits.number(value) for name, value in re.findall(r'CallLimit\("([a-z-]+)", ([\d_< ]+)\)', source)}
    written = {name: int(value.replace(",", "")) for name, value in re.findall(r"Cm ([a-z-]+) No ([\d,]+)", page)}
    if known != written:
        yield f"stated-protocol(7): the limits of calls are {known}"


def labels(project):
    """The words of labels, which are the same in statectl, on the page and in the manuals."""
    for label, paths in LABELS:
        for path in paths:
            if label not in (project.root / path).read_text():
                yield f"{path}: has no label {label}"


def references(project):
    """Sections, pages, commands and targets that manuals and papers name."""
    sections = {page: {re.sub(r"\W", "", line[4:].lower()) for line in re.findall(r"^\.S[hs] .*", text, re.M)}
                for page, text in project.pages.items()}
    for page, text in project.pages.items():
        for name, number, section in re.findall(r"\bXr (stat\S+) (\d)[^\n]*(?:\n\.Sx ([^,.\n]+))?", text):
            if f"{name}.{number}" not in project.pages:
                yield f"{page}: no page {name}({number})"
            elif section and re.sub(r"\W", "", section.lower()) not in sections[f"{name}.{number}"] | sections[page]:
                yield f"{page}: {name}({number}) has no section {section}"
        for section in re.findall(r"(?<!\d ,\n\.)\bSx ([^,.\n]+)", text):
            if not any(re.sub(r"\W", "", section.lower()) in known for known in sections.values()):
                yield f"{page}: no section {section}"
        for line in re.findall(r"^\.(?:Cm|Ql|Dl \$) ((?:statectl|make) [a-z-][^\n]+)", text, re.M):
            yield from command(project, page, re.sub(r"Fl Fl ", "--", line))
    for paper, text in project.texts.items():
        for line in re.findall(r"`((?:statectl|make) [^`]+)`", text):
            yield from command(project, paper, line)
        for path in re.findall(r"\]\(([^)#:]+)[^):]*\)", text):
            if not (project.root / path).exists():
                yield f"{paper}: no file {path}"
    # The code blocks of README.md are run.
    for paper in PAPERS[1:]:
        for example in examples.of_markdown(paper, project.texts[paper]):
            for line, _ in example.commands:
                if line.startswith(("make ", "statectl ")) and "…" not in line:
                    yield from command(project, example.place, re.sub(r"  +#.*| [|>&].*", "", line))


def files(project):
    """Files of the installation and of the store, and names of keys, that manuals mention."""
    options = set().union(*project.commands.values())
    for page, text in project.pages.items():
        for line in re.findall(r"\bPa ([^\n]+)", text):
            for name in re.findall(r"\S*(?:state\.db|/stated/)\S*|\S+\.(?:conf|service|socket|json)\b", line):
                words = re.findall(r"[a-z]+", name.rstrip("/").split("/")[-1])
                # A suffix of the store is in the sources with its dot, or as a kind of backup.
                store = words[:2] == ["state", "db"]
                if not all(re.search(rf'[.-]{w}"|[(,] ?{w}[,)]', project.source) if store else w in project.words
                           for w in words[2 * store:]):
                    yield f"{page}: no file {name}"
        names = set(re.findall(r"\b(?:Cm|Fl) (?:[a-z]+\.)?([a-z]+(?:-[a-z]+)+)\b", text))
        yield from (f"{page}: nothing is called {name}" for name in names - options if name not in project.source)


def command(project, paper, line):
    """Checks the words of a line with statectl or make."""
    words = line.split()
    if words[0] == "make":
        target = re.match(r"[a-z-]*", words[1])[0]
        if target and not any(target in names.split() for names in project.targets):
            yield f"{paper}: no target {target}"
        return
    plain = [word.strip(".,;:") for word in words[1:]]
    name = project.command(plain) or plain[0]
    is_group = any(other.startswith(name + " ") for other in project.commands)
    rest = plain[len(name.split()):]
    if name not in project.commands and not name.startswith("--") or is_group and rest and rest[0].isalpha():
        yield f"{paper}: no command {line}"
        return
    options = project.commands.get(name, {"generate-completion-script", "version", "help"})
    for child, more in project.commands.items():
        options = options | more if child.startswith(name + " ") else options
    for option in re.findall(r"--([a-z-]+)", line):
        if option not in options:
            yield f"{paper}: no option --{option}: {line}"


def backticks(project):
    """The files and declarations that the papers name in backticks."""
    folders = {"/".join(path.split("/")[:end]) for path in project.files for end in range(1, path.count("/") + 1)}
    known = set(project.files) | folders
    for paper, text in project.texts.items():
        text = re.sub(r"^ *```.*?^ *```$", "", text, flags=re.M | re.S)
        for name in set(re.findall(r"`([^`\n]+)`", text)) - ELSEWHERE:
            if re.fullmatch(r"[\w./+-]+/|[\w./+-]+\.(swift|md|py|sh|lua|yaml|yml|c|h|js|varlink|svg|[1578])", name):
                path = "/" + name.strip("/")
                if not any(("/" + other).endswith(path) for other in known):
                    yield f"{paper}: no file {name}"
            elif re.fullmatch(r"[A-Z]?[A-Za-z0-9]+(\.[a-z]\w*)?(\([\w:]*\))?(\.[A-Z]\w+)?", name):
                known_words = project.declared if re.match(r"[A-Z]\w+\.[a-z]", name) else project.words
                for word in re.findall(r"[A-Za-z]\w+", re.sub(r"\((\w+:)+\)", "", name)):
                    if word not in known_words:
                        yield f"{paper}: nothing is called {name}"


def threats(project):
    """The tests that the threat model in SECURITY.md names; each of its lines has one."""
    model = project.texts["SECURITY.md"].split("## Threat model\n")[1].split("\n## ")[0]
    for line in re.findall(r"^\|(?! \*\*| ---| who) .*", model, re.M):
        shown = re.findall(r"`([^`]+)`", line.split(" | ")[-1])
        if not shown:
            yield f"SECURITY.md: no test shows: {line}"
        for suite, test in (name.split("/", 1) for name in shown if not name.startswith("make ")):
            if not any(path.startswith(f"Tests/Suites/{suite}/") and path.endswith(".swift")
                       and f"func `{test}`" in (project.root / path).read_text() for path in project.files):
                yield f"SECURITY.md: {suite} has no test: {test}"


def faults(root, programs):
    project = Project(root, programs)
    checks = (commands, keys, protocol, limits.numbers, limits.bounds, labels, references, files, backticks, threats)
    for check in checks:
        yield from check(project)
