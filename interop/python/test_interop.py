"""Python's validator and generated pydantic models read what the schemas promise."""

import importlib.util
import sys

import jsonschema
import pydantic
import pytest
from values import KINDS, VALUES, generate, schema

DRAFTS = {"full": jsonschema.Draft202012Validator, "draft-07": jsonschema.Draft7Validator}

each_value = pytest.mark.parametrize(("kind", "value"), [pytest.param(k, v, id=f"{k}/{case}") for k, case, v in VALUES])


def test_all_kinds_have_values():
    # The neutral report is the interface between Rust crates; no command prints one.
    assert {kind for kind, _, _ in VALUES} == set(KINDS) - {"neutral-report"}


@pytest.mark.parametrize("kind", KINDS)
def test_schemas_are_schemas(kind):
    for profile in KINDS[kind]:
        DRAFTS.get(profile, jsonschema.Draft202012Validator).check_schema(schema(kind, profile))


@each_value
@pytest.mark.parametrize("draft", DRAFTS)
def test_values_fit_their_schema(draft, kind, value):
    contract = schema(kind, draft)
    validator = DRAFTS[draft](contract)
    validator.validate(value)
    for key in contract["required"]:
        assert not validator.is_valid({k: v for k, v in value.items() if k != key}), f"valid without {key}"


def filled(node, value):
    """The value as an agent writes it who must state every property and no other."""
    for option in node.get("anyOf", []):
        candidate = filled(option, value)
        if jsonschema.Draft202012Validator(option).is_valid(candidate):
            return candidate
    if node.get("type") == "object" and isinstance(value, dict):
        return {name: filled(inner, value.get(name)) for name, inner in node["properties"].items()}
    if node.get("type") == "array":
        return [filled(node["items"], item) for item in value or []]
    return value


@each_value
def test_filled_values_fit_the_llm_profile(kind, value):
    profile = schema(kind, "llm")
    jsonschema.Draft202012Validator(profile).validate(filled(profile, value))


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    """The module that datamodel-code-generator makes for a kind."""
    folder = tmp_path_factory.mktemp("models")
    for kind, profiles in KINDS.items():
        generate("pydantic_v2.BaseModel", profiles["full"], folder / f"{kind}.py")

    def load(kind):
        spec = importlib.util.spec_from_file_location(kind.replace("-", "_"), folder / f"{kind}.py")
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module  # where pydantic looks up the types that fields name
        spec.loader.exec_module(module)
        return getattr(module, schema(kind)["title"])

    return {kind: load(kind) for kind in KINDS}


@each_value
def test_models_keep_values(models, kind, value):
    model = models[kind].model_validate(value)
    assert model.model_dump(mode="json", by_alias=True, exclude_unset=True) == value
    with pytest.raises(pydantic.ValidationError):
        models[kind].model_validate({})
