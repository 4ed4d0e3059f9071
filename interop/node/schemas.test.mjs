// ajv in strict mode takes every schema, and what the schemas say holds for every accepted value.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import Ajv from 'ajv';
import Ajv2020 from 'ajv/dist/2020.js';
import { accepted, kinds, schema } from './values.mjs';

for (const [profile, Validator] of [['full', Ajv2020], ['draft-07', Ajv]]) {
  for (const kind of kinds) {
    test(`${kind}, ${profile}: accepted values are valid, and not without a required key`, () => {
      const validate = new Validator({ strict: true }).compile(schema(kind, profile));
      for (const value of accepted(kind)) {
        assert.ok(validate(value), JSON.stringify(validate.errors));
        for (const key of schema(kind, profile).required) assert.ok(!validate({ ...value, [key]: undefined }), key);
      }
    });
  }
}
