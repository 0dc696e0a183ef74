"""``python deploy/ask_health.py``: the health check of the image; status 0 while the site beside it answers and is well.

It speaks to the web server as the proxy does: by the site's own name, or ``ALLOWED_HOSTS`` would refuse it, and as if by TLS.
"""

import http.client
import os
import sys


def ask(port: int, hosts: list[str], *, seconds: float = 4) -> tuple[int, str]:
    """Status and body of ``/healthz`` of the site on this machine. Raises OSError when nothing answers."""
    names = [host.strip().lstrip(".") for host in hosts if host.strip(" *.")]
    headers = {"Host": names[0] if names else "localhost", "X-Forwarded-Proto": "https"}
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=seconds)
    try:
        connection.request("GET", "/healthz", headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def main() -> int:
    """Print what was answered; 1 unless it was 200."""
    try:
        status, body = ask(int(os.environ.get("PORT", "8000")), os.environ.get("ALLOWED_HOSTS", "").split(","))
    except (OSError, http.client.HTTPException) as error:
        print(f"nothing answers: {error}")  # noqa: T201 - docker inspect shows it
        return 1
    print(body)  # noqa: T201
    return 0 if status == 200 else 1


if __name__ == "__main__":
    sys.exit(main())
