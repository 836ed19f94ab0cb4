# SPDX-License-Identifier: Apache-2.0
"""Checks the numbers in the papers: limits, bounds of keys, and exit statuses."""
import os
import re
import subprocess

VALIDATION = "Sources/StateModel/Values/Validation.swift"
# Numbers in the papers, with the constant that each one states.
NUMBERS = [
    ("statectl.1", r"an item has at most (\d+)\.", "Sources/StateModel/Values/CallLimit.swift", '"aliases-per-item", '),
    ("statectl.1", r"(\d+) by default, and 1000 at most", VALIDATION, "pageDefault = "),
    ("statectl.1", r"100 by default, and (\d+) at most", VALIDATION, "pageMaximum = "),
    ("statectl.1", r"one object of at most (\d+ KiB)", VALIDATION, "eventBodyBytes = "),
    ("statectl.1", r"unique id of at most (\d+) bytes", VALIDATION, "eventIDBytes = "),
    ("statectl.1", r"name of the player; 1 to (\d+) letters", VALIDATION, "playerBytes = "),
    ("statectl.1", r"whose name is longer than (\d+) bytes", VALIDATION, "itemBytes = "),
    ("stated-protocol.7", r"is (\d+) by default", VALIDATION, "pageDefault = "),
    ("stated-protocol.7", r"and (\d+) at most", VALIDATION, "pageMaximum = "),
    ("stated-protocol.7", r"nests at most (\d+) deep and has", VALIDATION, "eventBodyDepth = "),
    ("stated-protocol.7", r"deep and has at most (\d+ KiB)", VALIDATION, "eventBodyBytes = "),
    ("stated-protocol.7", r"have at most (\d+) bytes each", VALIDATION, "topicBytes = "),
    ("stated-web.8", r"(\d+) connections besides", "Sources/StateWeb/Server/WebServer+Connections.swift",
     "otherConnections = "),
    ("stated-web.8", r"and (\d+) from one address", "Sources/StateWeb/Server/WebServer+Connections.swift",
     "connectionsPerAddress = "),
    ("stated-web.8", r"(\d+) calls may be under way", "Sources/StateWeb/Server/Admission.swift", "maximumCalls = "),
    ("stated.yaml.5", r"path of at most (\d+) bytes", "Sources/StateConfiguration/ConfigurationKey.swift",
     r"\.path\(bytes: "),
    ("stated-web.8", r"headers of a request can be up to (\d+ KiB)", "Sources/StateWeb/Server/WebServer+Connections.swift",
     "headerLimit = "),
    ("stated-web.8", r"can take up to (\d+ MiB)", "Sources/StateWeb/Server/WebServer.swift", "bodyMemory = "),
    ("stated-web.8", r"not read yet up to (\d+ MiB)", "Sources/StateWeb/Server/WebServer.swift", "unreadMemory = "),
    ("stated-web.8", r"a burst of (\d+) requests", "Sources/StateWeb/Server/Admission.swift",
     r"anonymousClients = \(perSecond: 5\.0, burst: "),
    ("statectl.1", r"this key, which has at most ([\d,]+) bytes", VALIDATION, "eventKeyBytes = "),
    ("stated-protocol.7", r"of 1 to ([\d,]+) bytes", VALIDATION, "eventKeyBytes = "),
    ("stated.8", r"at most (\d+) days", "Sources/StateModel/Time/TrustedTime.swift",
     "longestAbsenceMilliseconds = "),
    ("SECURITY.md", r"at most (\d+ KiB) each for an\s+item and a title", VALIDATION, "titleBytes = "),
]
# The sources with the exit statuses of the daemon.
DAEMON = ("Sources/stated/Main.swift", "Sources/stated/Stated.swift", "Sources/StateDaemon/Daemon.swift")


def number(text):
    """The value of a number in a paper or in Swift."""
    digits, *unit = text.replace(",", "").replace("_", "").split(" ", 1)
    return int(digits) << {"KiB": 10, "MiB": 20, "<< 10": 10, "<< 20": 20}.get(unit[0].strip() if unit else "", 0)


def numbers(project):
    """The limits, exit statuses, variables and metrics that the papers state."""
    for paper, phrase, path, constant in NUMBERS:
        text = (project.pages | project.texts)[paper]
        written = re.search(phrase, text)
        known = re.search(constant + r"([\d_]+(?: << \d+)?)", (project.root / path).read_text())
        if not written or not known or number(written[1]) != number(known[1]):
            yield f"{paper}: {written and written[0]!r} differs from {path}: {known and known[0]!r}, or one is missing"
    status_file = project.root / "Sources/statectl/Output/ShellStatus.swift"
    statuses = set(re.findall(r"case \w+ = (\d+)", status_file.read_text()))
    page = project.pages["statectl.1"].split("\n.Sh EXIT STATUS")[1].split("\n.Sh ")[0]
    # 78 is the web server's.
    yield from (f"statectl(1): status {status} is in one of manual and program"
                for status in (statuses | {"78"}) ^ set(re.findall(r"^\.It (\d+)$", page, re.M)))
    daemon = "".join((project.root / path).read_text() for path in DAEMON)
    statuses = {str(getattr(os, name)) for name in re.findall(r"\bEX_[A-Z]+", daemon)} | {"0"}
    page = project.pages["stated.8"].split("\n.Sh EXIT STATUS")[1].split("\n.Sh ")[0]
    yield from (f"stated(8): status {status} is in one of manual and program"
                for status in statuses ^ set(re.findall(r"^\.It (\d+)$", page, re.M)))
    for name, text in project.pages.items():
        for word in re.findall(r"^\.Ev (STATE[A-Z_]+)$|\b(stated_[a-z_]+)\b", text, re.M):
            if not any(part in project.source for part in word if part):
                yield f"{name}: nothing reads or writes {''.join(word)}"


def bounds(project):
    """The bounds of keys that stated.yaml(5) states, which are those of the messages about values beyond them."""
    section, depth = "", 0
    for part in re.split(r"\n(?=\.(?:Ss|It) )", project.pages["stated.yaml.5"]):
        if part.startswith(".Ss "):
            section = part[4:].split("\n")[0]
        elif part.startswith(".It Cm ") and depth == 1:
            name = {"Web": "web.", "Limits": "limits."}.get(section, "") + part.split()[2]
            written = [re.search(r"(?:from|at least) (\d+(?: (?!to\b)[a-zA-Z]+)?)\b", part),
                       re.search(r"(?:from [\w ]+ to|up to) (\d+(?: [a-zA-Z]+)?)\b", part)]
            if any(written):
                message = subprocess.run(
                    [project.programs / "stated", "--check-config", "--config", "/dev/null", f"--{name}", "x"],
                    capture_output=True, text=True, check=False).stderr
                known = re.search(r"from (\w+) to (\w+)", message)
                for found, bound in zip(written, known.groups() if known else ("", "")):
                    if found and re.sub(r" (min)?", lambda unit: "m" if unit[1] else "", found[1]) != bound:
                        yield f"stated.yaml(5): {name}: {found[0]!r} differs from {message.strip()!r}"
        depth += part.count("\n.Bl") - part.count("\n.El")
