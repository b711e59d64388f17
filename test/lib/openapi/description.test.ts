import { expect, test } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { validationIssue } from '../../../functions/request/error-bodies.ts';
import { type Description, describeApi, titleCase } from '../../../lib/openapi/description.ts';
import type { ResponseObject } from '../../../lib/openapi/types.ts';
import { apiEndpoints } from '../../../lib/settings/endpoints.ts';
import { stageNamed, stageNames } from '../../../lib/settings/stages.ts';
import { structure } from '../../contract/checks/site.ts';

const description = describeApi(stageNamed('demo'));
const { paths, components } = description;
const operations = Object.values(paths).flatMap((methods) => Object.values(methods));

test('the examples of 422 show every type', () => {
  const shown = operations.flatMap(({ responses }) => {
    const response = responses[422] as ResponseObject | undefined;
    const examples = response?.content['application/json'].examples ?? {};
    return Object.values(examples).flatMap(({ value }) =>
      (value as { detail: { type: string }[] }).detail.map(({ type }) => type),
    );
  });
  // No endpoint has a boolean yet.
  expect(new Set([...shown, 'bool_type'])).toEqual(new Set(validationIssue.entries.type.options));
});

test('the examples of headers match their schemas, which the linter does not check', () => {
  const ajv = new Ajv2020({ formats: { int32: true, 'date-time': true } });
  for (const [name, { schema, example }] of Object.entries(components.headers)) {
    ajv.validate(schema as object, example);
    expect([name, ajv.errors]).toEqual([name, null]);
  }
});

test('where no slot is left, or it is unknown, the examples of headers say so', () => {
  const { TooManyRequests: exhausted, ServiceUnavailable: unknown } = components.responses;
  expect(exhausted?.headers).toMatchObject({
    'X-RateLimit-Remaining': { example: 0 },
    RateLimit: { example: '"demo";r=0;t=41' },
  });
  expect(unknown?.headers).toMatchObject({ 'X-RateLimit-Remaining': { example: 0 } });
  expect(unknown?.headers).not.toHaveProperty('RateLimit');
});

test("the contact is the stage's", () => {
  const contact = 'ops@example.com';
  expect(describeApi({ ...stageNamed('demo'), contact }).info.contact).toMatchObject({
    email: contact,
  });
});

test('summaries are the names of the endpoints, for Postman and Bruno', () => {
  const names = operations.map(({ summary }) => summary);
  expect(names).toContain('Rate limits');
  expect(names).toEqual(apiEndpoints.map(({ name }) => titleCase(name)));
});

test('no schema has a name that client generators use themselves, since they would append a 2', () => {
  const ids = operations.map(({ operationId }) => operationId).join('|');
  const responses = Object.keys(components.responses).join('|');
  const madeUp = [
    // @hey-api/openapi-ts, and orval with each of its clients
    `(?:${ids})(?:Body|Data|Errors?|Params|Responses?|Result)`,
    // orval
    `(?:${responses})Response`,
  ];
  const used = new RegExp(`^(?:${madeUp.join('|')})$`, 'i');
  const names = Object.keys(components.schemas);
  expect(names.filter((name) => used.test(name))).toEqual([]);
  expect(names).toContain('Capitalization');
});

test("it passes Redocly's rules", async () => {
  const rules = ['info-contact', 'operation-description', 'operation-tag-defined'];
  const config = await createConfig({
    extends: ['recommended'],
    rules: Object.fromEntries(rules.map((rule) => [rule, 'error'])),
  });
  const source = JSON.stringify(description);
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

/** See https://github.com/stoplightio/spectral-owasp-ruleset */
const bounds: Readonly<Record<string, readonly string[]>> = {
  string: ['maxLength'],
  array: ['maxItems'],
  integer: ['minimum', 'maximum', 'format'],
};

test('schemas have bounds, but two of API Gateway, whose lengths AWS does not document', () => {
  const missing: string[] = [];
  JSON.stringify(description, (name, value) => {
    const schema = Object(value);
    const limited = 'enum' in schema || 'const' in schema;
    const needed = limited ? [] : (bounds[String(schema.type)] ?? []);
    missing.push(
      ...needed.filter((bound) => !(bound in schema)).map((bound) => `${name} ${bound}`),
    );
    // OpenAPI Generator makes unusable clients of these.
    if (typeof schema.const === 'boolean') missing.push(`${name} const`);
    return value;
  });
  expect(missing).toEqual(['message maxLength', 'schema maxLength']);
});

test.each(stageNames)('on stage %s, it differs only in texts and examples', (name) => {
  const surface = (described: Description) => ({ ...Object(structure(described)), servers: [] });
  expect(surface(describeApi(stageNamed(name)))).toEqual(surface(description));
});
