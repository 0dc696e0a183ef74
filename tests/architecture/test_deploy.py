"""The production files agree with the project; no container engine is needed to see that."""

import re
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]


def test_compose_names_what_exists() -> None:
    compose = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())
    services = compose["services"]
    for name, service in services.items():
        if "build" in service:
            assert (ROOT / "deploy" / service["build"]["context"] / service["build"]["dockerfile"]).is_file(), name
        for needed in service.get("depends_on", {}):
            assert needed in services, f"{name} needs {needed}"
        for volume in service.get("volumes", []):
            assert volume.split(":")[0] in compose["volumes"], f"{name} mounts {volume}"


def test_dockerfile_copies_what_exists_and_drops_root() -> None:
    text = (ROOT / "deploy" / "Dockerfile").read_text()
    for source in re.findall(r"^COPY (\S+)", text, re.MULTILINE):
        assert (ROOT / source).exists(), source
    instructions = re.findall(r"^(USER|CMD)\b", text, re.MULTILINE)
    assert instructions == ["USER", "CMD"]
    assert "--require-hashes" in text


def test_every_environment_variable_is_in_the_example() -> None:
    read = set()
    for path in (ROOT / "config").glob("*.py"):
        read |= set(re.findall(r'env\.(?:text|flag|integer|words|path)\("([A-Z_]+)"', path.read_text()))
    example = (ROOT / ".env.example").read_text()
    missing = {name for name in read - {"DEBUG"} if not re.search(rf"^#? ?{name}=", example, re.MULTILINE)}
    assert missing == set()


def test_every_dependency_is_explained() -> None:
    explained = (ROOT / "docs" / "dependencies.md").read_text().lower()
    for name in ("requirements.in", "requirements-dev.in"):
        for line in (ROOT / name).read_text().splitlines():
            package = re.match(r"[A-Za-z][\w-]*", line)
            if package:
                assert package.group().lower() in explained, f"{package.group()} is not in docs/dependencies.md"
