# SPDX-License-Identifier: Apache-2.0
"""Takes the steps of org.varlink.certification wrongly: each must be refused.

Usage: negative_cases.py unix:SOCKET
"""

import sys

import varlink

INTERFACE = "org.varlink.certification"


def refused(error, method, *arguments, **options):
    """Expects that the call is answered with the error of that name."""
    try:
        reply = method(*arguments, **options)
    except varlink.VarlinkError as caught:
        name = caught.error()
        assert name == error, f"{name} came where {error} is due"
        return caught.parameters()
    raise AssertionError(f"{reply} came where {error} is due")


def begun(connection):
    """A client that has taken the first two steps, and what it was answered."""
    client = connection.Start()["client_id"]
    one = connection.Test01(client)
    return client, connection.Test02(client, one["bool"])


def wrong_values(connection):
    client, two = begun(connection)
    refused(f"{INTERFACE}.ClientIdError", connection.Test03, "test", two["int"])
    failure = refused(f"{INTERFACE}.CertificationError", connection.Test03, client, 0)
    assert failure["wants"]["parameters"]["int"] == 1, failure
    assert failure["got"]["parameters"]["int"] == 0, failure
    # Who failed is not known any more.
    refused(f"{INTERFACE}.ClientIdError", connection.Test03, client, two["int"])


def wrong_order(connection):
    client, two = begun(connection)
    refused(f"{INTERFACE}.CertificationError", connection.Test01, client)
    refused(f"{INTERFACE}.CertificationError", connection.Test04, client, 1.0)
    assert connection.Test03(client, two["int"]) == {"float": 1.0}


def wrong_manner(connection):
    """Test10 without more, and Test11 with a reply, are not what is asked for."""
    client, two = begun(connection)
    three = connection.Test03(client, two["int"])
    four = connection.Test04(client, three["float"])
    five = connection.Test05(client, four["string"])
    six = connection.Test06(client, five["bool"], five["int"], five["float"], five["string"])
    seven = connection.Test07(client, six["struct"])
    eight = connection.Test08(client, seven["map"])
    nine = connection.Test09(client, eight["set"])
    refused(f"{INTERFACE}.CertificationError", connection.Test10, client, nine["mytype"])
    refused(f"{INTERFACE}.ClientIdError", connection.End, client)


def missing_parameters(connection):
    refused("org.varlink.service.InvalidParameter", connection.Test01)


def main():
    with varlink.Client.new_with_address(sys.argv[1]) as client:
        with client.open(INTERFACE) as connection:
            wrong_values(connection)
            wrong_order(connection)
            wrong_manner(connection)
            missing_parameters(connection)
    print("Negative cases passed")


if __name__ == "__main__":
    main()
