"""The signature of a published example, and networks to which nothing may go."""

import base64

import pytest

from core.hosts import is_public_address
from webhooks.engine.signing import PREFIX, headers_of, secret_text


def test_the_example_of_standard_webhooks() -> None:
    """https://github.com/standard-webhooks/standard-webhooks, spec, the example of a symmetric signature."""
    text = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    secret = base64.b64decode(text.removeprefix(PREFIX))
    assert secret_text(secret) == text
    assert headers_of(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, b'{"test": 2432232314}') == {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }


@pytest.mark.parametrize(
    ("addresses", "public"),
    [
        ("93.184.215.14 1.1.1.1 2606:4700::1111 172.32.0.1", True),
        # loopback, private (RFC 1918), link-local with the metadata of clouds, shared (RFC 6598), this network, reserved, multicast
        ("127.0.0.1 127.9.9.9 10.0.0.7 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1", False),
        ("0.0.0.0 240.0.0.1 255.255.255.255 224.0.0.1 239.1.1.1 198.18.0.1 192.0.2.1 203.0.113.9", False),
        ("::1 :: fe80::1 fe80::1%eth0 fc00::1 fd12::1 fec0::1 ff02::1 2001:db8::1", False),
        # what carries an IPv4 address: mapped, compatible, 6to4, NAT64, Teredo
        ("::ffff:127.0.0.1 ::ffff:10.0.0.1 ::127.0.0.1 2002:7f00:1::1 64:ff9b::7f00:1 64:ff9b:1::1 2001::1", False),
        ("localhost 2130706433 0x7f.1 127.1 example.org", False),
    ],
)
def test_public_addresses(addresses: str, public: bool) -> None:
    assert {one: is_public_address(one) for one in addresses.split()} == dict.fromkeys(addresses.split(), public)
