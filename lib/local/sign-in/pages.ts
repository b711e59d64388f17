/** The provider's pages: HTML that needs no script, in the colours of the site's. */
import { createHash } from 'node:crypto';
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

const styleHash = createHash('sha256').update(style).digest('base64');

/**
 * The headers of every answer of the provider. A form's answer may lead on to the application, and so
 * its origins are among those that a form may be sent to.
 */
export const pageHeaders = (origins: readonly string[]): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': [
    "default-src 'none'",
    // None, but where the provider itself sends a form by script: there it adds the script's hash.
    'script-src',
    `style-src 'sha256-${styleHash}'`,
    'img-src data:',
    "base-uri 'none'",
    `form-action 'self' ${origins.join(' ')}`,
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
});

/** Answers with the page that asks for an address, again if what was sent is none. */
export const showSignIn = (context: Context, refused?: string): void =>
  show(
    context,
    refused === undefined ? 200 : 400,
    `<h1>Sign in</h1>
<p>This is the sign-in of your own machine. Any e-mail address will do, and no e-mail is sent.</p>
<form method="post">
<label for="email">E-mail</label>
<input id="email" name="email" type="email" required maxlength="${longestEmail}" autocomplete="email" autofocus${
      refused === undefined ? '' : ` value="${escapeHtml(refused)}" aria-describedby="refused"`
    }>
${refused === undefined ? '' : '<p id="refused" role="alert">Enter an e-mail address, such as me@example.com.</p>'}
<button>Continue</button>
</form>`,
  );

/** Answers with a page that says why it did not work. */
export const showError = (context: Context, status: number, reason: string): void =>
  show(
    context,
    status,
    `<h1>That did not work</h1>
<p>${escapeHtml(reason)}</p>
<p>Go back to the dashboard, and sign in again.</p>`,
  );

const show = (context: Context, status: number, content: string): void => {
  context.status = status;
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

/** The longest address that e-mail has, in characters (RFC 5321, section 4.5.3.1, without its brackets). */
const longestEmail = 254;

/** Whether a text is an address, as far as anybody can tell without sending a message. */
export const isEmail = (text: string): boolean =>
  text.length <= longestEmail && /^[^\p{C}\p{Z}@]{1,64}@[^\p{C}\p{Z}@]+$/u.test(text);
