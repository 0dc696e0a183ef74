"""Which addresses that a person named may be called: those of the public internet, never of the site's own network.

A director types a name, and its owner may let the name lead anywhere; so what counts is the address to which it leads when it is
called (server-side request forgery, OWASP).
"""

import ipaddress
from typing import Final

#: Networks whose addresses carry an IPv4 address that a gateway unpacks: 6to4, NAT64 (RFC 6052, 8215), Teredo, IPv4-compatible.
_CARRIERS: Final = tuple(
    map(ipaddress.IPv6Network, ("2002::/16", "64:ff9b::/96", "64:ff9b:1::/48", "2001::/32", "::/96"))
)


def is_public_address(text: str) -> bool:
    """Whether the IP address is one of the public internet: not private, loopback, link-local, shared, reserved, multicast or a carrier of
    another one. False for what is no address."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return False
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public_address(str(address.ipv4_mapped))
        if address.is_site_local or any(address in network for network in _CARRIERS):
            return False
    refused = address.is_private or address.is_loopback or address.is_link_local or address.is_unspecified
    return address.is_global and not (refused or address.is_reserved or address.is_multicast)
