/** The call that the page makes, in the languages that most callers write. */
import { curlLines } from '../curl.ts';

/** A call. Without a key, the code reads it from the environment. */
export interface Call {
  readonly url: string;
  readonly key?: string;
  readonly body: object;
}

const json = 'application/json';

const curlCode = ({ url, key, body }: Call): string =>
  curlLines({ url, key: key ?? { variable: 'AMPLIFY_KEY' }, body: JSON.stringify(body) });

const fetchCode = ({
  url,
  key,
  body,
}: Call): string => `const response = await fetch(${quoted(url)}, {
  method: 'POST',
  headers: {
    'X-API-Key': ${key === undefined ? 'process.env.AMPLIFY_KEY' : quoted(key)},
    'Content-Type': '${json}',
  },
  body: JSON.stringify(${JSON.stringify(body)}),
});
console.log((await response.json()).result);`;

/** Without `ensure_ascii=False`, each letter that is not ASCII would count as six characters. */
const pythonCode = ({ url, key, body }: Call): string => `import json, os, urllib.request

request = urllib.request.Request(
    ${quoted(url)},
    data=json.dumps(${JSON.stringify(body)}, ensure_ascii=False).encode(),
    headers={
        "X-API-Key": ${key === undefined ? 'os.environ["AMPLIFY_KEY"]' : quoted(key)},
        "Content-Type": "${json}",
    },
)
print(json.load(urllib.request.urlopen(request))["result"])`;

/** A text as a literal, which JavaScript, Python and JSON write in the same way. */
const quoted = (text: string): string => JSON.stringify(text);

/** The code, by the name of the language. */
export const codeIn: Readonly<Record<string, (call: Call) => string>> = {
  curl: curlCode,
  fetch: fetchCode,
  python: pythonCode,
};
