/** The reference page: Swagger UI with our description, and the visitor's key in every call. */
import { keyField } from './key.ts';

/** The part of Swagger UI that is used here. Its bundle is a script before this one. */
declare const SwaggerUIBundle: (options: Readonly<Record<string, unknown>>) => {
  readonly preauthorizeApiKey: (scheme: string, key: string) => void;
  readonly authActions: { readonly logout: (schemes: readonly string[]) => void };
};

/** What Swagger UI hands to a plugin. */
interface System {
  readonly React: { readonly createElement: (type: string, props: null, child: string) => unknown };
}

/** The parts of the description that are shown otherwise here. */
interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}
interface Operation {
  readonly summary: string;
  readonly description: string;
}

/** Beside the path, an operation's name tells nothing: the first sentence of what it does stands there. */
const withFirstSentence = (operation: Operation): Operation => ({
  ...operation,
  summary: /^.*?\.(?=\s|$)/.exec(operation.description)?.[0] ?? operation.summary,
});

const mapValues = <From, To>(record: Readonly<Record<string, From>>, change: (value: From) => To) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));

/** The API is where the page is, by whichever of its addresses somebody came: the page may call no other. */
const adapted = (description: Description) => ({
  ...description,
  servers: [{ url: '/' }],
  paths: mapValues(description.paths, (operations) => mapValues(operations, withFirstSentence)),
});

const nothing = () => () => null;
const plugin = {
  statePlugins: {
    spec: {
      wrapActions: {
        updateJsonSpec: (update: (description: unknown) => unknown) => (description: Description) =>
          update(adapted(description)),
      },
    },
  },
  wrapComponents: {
    // The page has a field for the key, and the API is where the page is.
    authorizeBtn: nothing,
    authorizeOperationBtn: nothing,
    ServersContainer: nothing,
    // A link within a button, which is no place for one.
    DeepLink:
      (_: unknown, { React }: System) =>
      ({ text }: { readonly text: string }) =>
        React.createElement('span', null, text),
  },
};

const field = document.querySelector<HTMLInputElement>('#key') as HTMLInputElement;
const noKey = document.querySelector<HTMLElement>('#no-key') as HTMLElement;

let authorized = false;

/** Has every call made with a key. Swagger UI takes an empty one for an object, and sends its name. */
const callWith = (key: string) => {
  noKey.hidden = key !== '';
  if (key !== '') reference.preauthorizeApiKey('ApiKey', key);
  else if (authorized) reference.authActions.logout(['ApiKey']);
  authorized = key !== '';
};

const reference = SwaggerUIBundle({
  url: '/openapi.json',
  domNode: document.querySelector('#reference'),
  plugins: [plugin],
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
  onComplete: () => keyField(field, callWith),
  responseInterceptor: (response: unknown) => {
    answered = true;
    return response;
  },
});

/** The operation that was last tried: its answer begins far below the button. */
let tried: Element | null | undefined;
let answered = false;
document.addEventListener('click', ({ target }) => {
  const button = (target as Element).closest('.execute');
  if (button) tried = button.closest('.opblock');
  answered = false;
});

const bringAnswerIntoView = () => {
  const answer = tried?.querySelector('.live-responses-table .response');
  if (!(answered && answer)) return;
  answer.scrollIntoView();
  tried = undefined;
};

document.querySelector('#key-form')?.addEventListener('submit', (event) => event.preventDefault());

/** What Swagger UI leaves out for those who don't see where a field stands, or who have no mouse. */
const missing = [
  ['textarea', 'aria-label', 'Request body'],
  ['.examples-select-element', 'aria-label', 'Example'],
  ['.information-container section', 'aria-label', 'About the API'],
  ['pre.curl', 'tabindex', '0'],
] as const;
new MutationObserver(() => {
  bringAnswerIntoView();
  for (const [selector, attribute, value] of missing) {
    for (const element of document.querySelectorAll(`${selector}:not([${attribute}])`)) {
      element.setAttribute(attribute, value);
    }
  }
}).observe(document.body, { childList: true, subtree: true });

/** Swagger UI knows dark colours by a class. */
const dark = matchMedia('(prefers-color-scheme: dark)');
const adapt = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', adapt);
adapt();
