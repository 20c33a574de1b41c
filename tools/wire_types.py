"""Write the client's wire types, ``client/wire.d.ts``, from the server's OpenAPI.

    python tools/wire_types.py            writes the file
    python tools/wire_types.py --check    says whether it is up to date; exit status 1 if not

Only what our own models use is understood: objects, dictionaries, arrays, tuples, unions, literals. Anything else
is an error here, not a guess in the client.
"""

import argparse
import json
import sys
import textwrap
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wendekreis.web.app import create_app

TARGET = Path(__file__).parents[1] / "src/wendekreis/web/client/wire.d.ts"

HEAD = """\
// What travels between server and page. Made by tools/wire_types.py from the server's models: change those.
"""

PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}

Schema = Mapping[str, Any]


def wire_types() -> str:
    """The text of the file."""
    app = create_app("sqlite://")
    app.state.store.close()
    schemas: Mapping[str, Schema] = app.openapi()["components"]["schemas"]
    return HEAD + "".join(_interface(name, schemas[name]) for name in sorted(schemas))


def _interface(name: str, schema: Schema) -> str:
    required = set(schema.get("required", ()))
    lines = [f"\n{_comment(schema)}export interface {name} {{"]
    for key, value in schema.get("properties", {}).items():
        lines.append(f"  {key}{'' if key in required else '?'}: {_type(value)};")
    return "\n".join([*lines, "}", ""])


def _comment(schema: Schema) -> str:
    paragraphs = [" ".join(part.split()) for part in schema.get("description", "").replace("``", "`").split("\n\n")]
    wrapped = [textwrap.wrap(part, 112) for part in paragraphs if part]
    lines = [line for part in wrapped for line in [*part, ""]][:-1]
    if len(lines) == 1:
        return f"/** {lines[0]} */\n"
    body = "".join(f" * {line}".rstrip() + "\n" for line in lines)
    return f"/**\n{body} */\n" if lines else ""


def _type(schema: Schema) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(_type(option) for option in schema["anyOf"])
    kind = schema.get("type")
    if kind == "array" and "prefixItems" in schema:
        return f"[{', '.join(_type(item) for item in schema['prefixItems'])}]"
    if kind == "array":
        item = _type(schema["items"])
        return f"({item})[]" if "|" in item else f"{item}[]"
    if kind == "object" and isinstance(schema.get("additionalProperties"), Mapping):
        return f"Record<string, {_type(schema['additionalProperties'])}>"
    if kind in PLAIN:
        return PLAIN[kind]
    raise ValueError(f"no type for {schema}")


def main() -> int:
    """Write or check the file."""
    parser = argparse.ArgumentParser(description="Write the client's wire types from the server's OpenAPI.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if the file is out of date")
    check = parser.parse_args().check
    text = wire_types()
    if not check:
        TARGET.write_text(text, encoding="utf-8")
    elif not TARGET.exists() or TARGET.read_text(encoding="utf-8") != text:
        print(f"{TARGET.name} is out of date; run: python tools/wire_types.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
