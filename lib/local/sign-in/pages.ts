/** The provider's pages, in the site's style. */
import { readFileSync } from 'node:fs';
import type { Context } from 'oidc-provider';

const sitePages = new URL('../../site/pages/', import.meta.url);

const icon = `data:image/svg+xml;base64,${readFileSync(new URL('icon.svg', sitePages)).toString('base64')}`;

const style = `${readFileSync(new URL('base.css', sitePages), 'utf8')}
main { max-width: 26rem; margin: 8vh auto; padding: 0 1.25rem; }
form { display: grid; gap: 0.5rem; margin-top: 1.5rem; }
label { font-weight: 600; }
input, button { padding: 0.6rem 0.8rem; border-radius: 0.5rem; font: inherit; }
input { border: 1px solid var(--field); background: var(--card); color: inherit; }
button { margin-top: 0.5rem; border: 0; background: var(--accent); color: var(--accent-ink); font-weight: 600; cursor: pointer; }
[role="alert"] { margin: 0; color: var(--accent); }
`;

/** Shows the sign-in form, with an error if the address that was sent is invalid. */
export const showSignIn = (context: Context, invalid?: string): void =>
  show(
    context,
    invalid === undefined ? 200 : 400,
    `<h1>Sign in</h1>
<p>This sign-in runs on your own machine. Any e-mail address works, and no e-mail is sent.</p>
<form method="post">
<label for="email">E-mail</label>
<input id="email" name="email" type="email" required maxlength="${longestEmail}" autocomplete="email" autofocus${
      invalid === undefined ? '' : ` value="${escapeHtml(invalid)}" aria-describedby="invalid"`
    }>
${invalid === undefined ? '' : '<p id="invalid" role="alert">Enter an e-mail address, such as me@example.com.</p>'}
<button>Continue</button>
</form>`,
  );

/** Shows an error page. */
export const showError = (context: Context, status: number, reason: string): void =>
  show(
    context,
    status,
    `<h1>Sign-in failed</h1>
<p>${escapeHtml(reason)}</p>
<p>Go back to the dashboard and sign in again.</p>`,
  );

const show = (context: Context, status: number, content: string): void => {
  context.status = status;
  context.set('Cache-Control', 'no-store');
  context.type = 'text/html; charset=utf-8';
  context.body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Amplify: sign in</title>
<link rel="icon" href="${icon}">
<style>${style}</style>
</head>
<body>
<main>
<p class="brand"><img src="${icon}" alt="" width="28" height="28">Amplify</p>
${content}
</main>
</body>
</html>
`;
};

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The maximum length of an e-mail address, in characters (RFC 5321, section 4.5.3.1). */
const longestEmail = 254;

/** Whether a text looks like an e-mail address. */
export const isEmail = (text: string): boolean =>
  text.length <= longestEmail && /^[^\p{C}\p{Z}@]{1,64}@[^\p{C}\p{Z}@]+$/u.test(text);
