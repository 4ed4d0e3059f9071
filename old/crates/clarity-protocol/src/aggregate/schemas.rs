//! JSON Schemas of the types that write themselves.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::{Cells, GlobalId, Percent, Text};

macro_rules! inline_schema {
    ($name:ident, $schema:tt) => {
        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($schema)
            }
        }
    };
}

inline_schema!(GlobalId, { "type": "string", "pattern": "^G[1-9][0-9]*$" });
inline_schema!(Percent, { "type": "number", "minimum": 0, "maximum": 100 });
inline_schema!(Cells, { "type": "object", "additionalProperties": { "type": "string" } });
inline_schema!(Text, { "type": "string" });
