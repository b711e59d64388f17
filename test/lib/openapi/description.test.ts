import { expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { validationIssue } from '../../../functions/request/error-bodies.ts';
import { describeApi, titleOf } from '../../../lib/openapi/description.ts';
import type { Response } from '../../../lib/openapi/types.ts';
import { apiEndpoints } from '../../../lib/settings/endpoints.ts';
import { stageNamed } from '../../../lib/settings/stages.ts';

const description = describeApi(stageNamed('demo'));
const { paths, components } = description;

test('the examples of 422 show every type', () => {
  const shown = Object.values(paths).flatMap(({ post }) => {
    const response = post?.responses[422] as Response | undefined;
    const examples = response?.content['application/json'].examples ?? {};
    return Object.values(examples).flatMap(({ value }) =>
      (value as { detail: { type: string }[] }).detail.map(({ type }) => type),
    );
  });
  expect(new Set(shown)).toEqual(new Set(validationIssue.entries.type.options));
});

test.each(Object.entries(components.headers))(
  'the example of %s matches its schema, which the linter does not check',
  (_, { schema, example }) => {
    const ajv = new Ajv2020({ formats: { int32: true, 'date-time': true } });
    ajv.validate(schema as object, example);
    expect(ajv.errors).toBeNull();
  },
);

test('summaries are the names of the endpoints, for Postman and Bruno', () => {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const names = operations.map(({ summary }) => summary);
  expect(names).toContain('Rate limits');
  expect(names).toEqual(apiEndpoints.map(({ name }) => titleOf(name)));
  expect(titleOf('some-other-endpoint')).toBe('Some other endpoint');
});

test('no schema has a name that client generators use themselves, since they would append a 2', () => {
  const pascal = (id: string) => id.charAt(0).toUpperCase() + id.slice(1);
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const madeUp = [
    // @hey-api/openapi-ts, and orval with each of its clients
    ...operations.flatMap(({ operationId }) =>
      ['Body', 'Data', 'Error', 'Errors', 'Params', 'Response', 'Responses', 'Result'].map(
        (ending) => pascal(operationId) + ending,
      ),
    ),
    // orval
    ...Object.keys(components.responses).map((name) => `${name}Response`),
  ].map((name) => name.toLowerCase());
  const names = Object.keys(components.schemas);
  expect(names.filter((name) => madeUp.includes(name.toLowerCase()))).toEqual([]);
  expect(names).toEqual(expect.arrayContaining(['Capitalization', 'Emphasis', 'Health', 'Quota']));
});
