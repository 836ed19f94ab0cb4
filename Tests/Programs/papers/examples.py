# SPDX-License-Identifier: Apache-2.0
"""The examples of the papers: what stands in their code blocks."""
import dataclasses
import re


@dataclasses.dataclass
class Example:
    """A block of a paper: commands with what they print, or text without commands."""
    paper: str
    line: int
    text: str

    @property
    def place(self):
        return f"{self.paper}:{self.line}"

    @property
    def key(self):
        """The first line, by which a scenario names the block."""
        return self.text.splitlines()[0].split("  #")[0].strip()

    @property
    def commands(self):
        """Each command with the text below it; a line that begins with > or follows a \\ continues one."""
        found = []
        continues = False
        for line in self.text.splitlines():
            if continues or line.startswith(">"):
                found[-1][0] += "\n" + line.removeprefix("> ").removeprefix(">")
            elif line.startswith(("$ ", "# ")):
                found.append([line[2:], ""])
            elif found:
                found[-1][1] += line + "\n"
            continues = bool(found) and found[-1][1] == "" and line.endswith("\\")
        return found


def of_manual(paper, text):
    """Returns the displays of an mdoc page."""
    lines = text.split("\n")
    found = []
    for number, line in enumerate(lines):
        if line.startswith((".Bd ", ".D1 ", ".Dl ")):
            end = lines.index(".Ed", number) if line.startswith(".Bd") else number
            block = "\n".join(lines[number + 1:end]) if end > number else line[4:]
            for written, plain in (("\\e", "\\"), ("\\(dq", '"'), ("\\&", "")):
                block = block.replace(written, plain)
            found.append(Example(paper, number + 1, block))
    return found


def of_markdown(paper, text):
    """Returns the fenced blocks of a Markdown file."""
    fenced = re.finditer(r"^( *)```\w*\n(.*?)^ *```$", text, re.M | re.S)
    return [Example(paper, text[:block.start()].count("\n") + 1,
                    re.sub("^" + block[1], "", block[2], flags=re.M)) for block in fenced]


def read(root):
    """Returns the examples of README.md and of the manuals, those of a page in their order."""
    found = of_markdown("README.md", (root / "README.md").read_text())
    for page in sorted((root / "man").glob("*.[1-8]")):
        found += of_manual(f"man/{page.name}", page.read_text())
    return found
