# SPDX-License-Identifier: Apache-2.0
"""Makes an operator, an account and a user of NATS, as an administrator's tools do.

Usage: nats_credentials.py DIRECTORY
Writes kim.creds, for a client, and operator.conf, for a server.
"""
import base64
import json
import os
import sys
import time

import nkeys


def text(value):
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def pair(prefix):
    return nkeys.from_seed(nkeys.encode_seed(os.urandom(32), prefix))


def name(key):
    return key.public_key.decode()


def token(issuer, subject, label, claims):
    header = text(json.dumps({"typ": "JWT", "alg": "ed25519-nkey"}).encode())
    body = {"jti": label, "iat": int(time.time()), "iss": name(issuer), "name": label,
            "sub": name(subject), "nats": dict(claims, version=2)}
    content = header + "." + text(json.dumps(body).encode())
    return content + "." + text(issuer.sign(content.encode()))


def main(directory):
    operator = pair(nkeys.PREFIX_BYTE_OPERATOR)
    system, account = (pair(nkeys.PREFIX_BYTE_ACCOUNT) for _ in range(2))
    user = pair(nkeys.PREFIX_BYTE_USER)
    free = {key: -1 for key in ("subs", "data", "payload")}
    open_limits = dict(free, imports=-1, exports=-1, conn=-1, leaf=-1, wildcards=True)
    room = dict(open_limits, disk_storage=-1, mem_storage=-1, streams=-1, consumer=-1)
    tokens = {
        "operator": token(operator, operator, "operator",
                          {"type": "operator", "system_account": name(system)}),
        "system": token(operator, system, "SYS", {"type": "account", "limits": open_limits}),
        "account": token(operator, account, "kim", {"type": "account", "limits": room}),
        "user": token(account, user, "kim", dict(free, type="user")),
    }
    with open(os.path.join(directory, "operator.conf"), "w") as file:
        file.write("operator: %s\nresolver: MEMORY\nresolver_preload: { %s: %s, %s: %s }\n" % (
            tokens["operator"], name(system), tokens["system"], name(account), tokens["account"]))
    with open(os.path.join(directory, "kim.creds"), "w") as file:
        file.write("-----BEGIN NATS USER JWT-----\n%s\n------END NATS USER JWT------\n\n"
                   "-----BEGIN USER NKEY SEED-----\n%s\n------END USER NKEY SEED------\n" % (
                       tokens["user"], user.seed.decode()))


main(sys.argv[1])
