#!/bin/sh
# SPDX-License-Identifier: Apache-2.0

# Each manual is sound for mandoc, and reads the same with mandoc and with groff, which is Debian's
# man: the words are compared, on lines too long to be hyphenated.
set -eu
export LC_ALL=C.UTF-8
cd "$(dirname "$0")/../../../man"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
words() { tr -s '[:space:]' '[\n*]'; }
failed=0
mandoc -T lint -W warning ./*.[1-8] || failed=1
for page in *.[1-8]; do
    # Heading and footer differ between the two.
    groff -Kutf8 -mandoc -Tutf8 -ww -P-cbou -rHY=0 -rLL=1000n "$page" 2>"$scratch/warnings" |
        sed -e '1,/^NAME/d' -e '/^BSD  /d' -e 's/\xc2\xa0/ /g' -e 's/\xe2\x80\x94/\xe2\x80\x93/g' | words >"$scratch/groff"
    mandoc -T utf8 -O width=1000 "$page" |
        sed -e 's/.\x08//g' -e '1,/^NAME/d' -e '/^Debian  /d' -e 's/\xc2\xa0/ /g' | words >"$scratch/mandoc"
    cat "$scratch/warnings"
    [ ! -s "$scratch/warnings" ] || failed=1
    diff "$scratch/groff" "$scratch/mandoc" >"$scratch/difference" || {
        echo "$page reads otherwise in Debian's man (<) than in mandoc (>):" >&2
        cat "$scratch/difference" >&2
        failed=1
    }
done
# Both put one pair of quotes around words that are several.
if grep -n '\(^\.\| \)Ql .* , [^ ]' ./*.[1-8]; then
    echo "name each word by a .Ql of its own" >&2
    failed=1
fi
exit $failed
