/** The provider's pages: the sign-in form, and errors as plain text. */
import { readFileSync } from 'node:fs';
import type { Context } from 'oidc-provider';

/** Whether a text looks like an e-mail address, which has at most 254 characters (RFC 5321, section 4.5.3.1). */
export const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[^\p{C}\p{Z}@]{1,64}@[^\p{C}\p{Z}@]+$/u.test(text);

const signInPage = `<!doctype html>
<html lang="en">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Amplify: sign in</title>
<link rel="icon" href="data:,">
<style>
${['base', 'controls'].map((name) => readFileSync(new URL(`../../site/shared/${name}.css`, import.meta.url), 'utf8')).join('')}
main { width: min(28rem, 100% - 2rem); margin: 12vh auto; flex: none }
form { display: grid; gap: var(--space-3) }
button { justify-self: start; margin-top: var(--space-2) }
</style>
<main class="box">
<h1>Sign in</h1>
<p>This sign-in runs on your own machine. Any e-mail address works, and no e-mail is sent.</p>
<form method="post">
<label for="email">E-mail</label>
<input id="email" name="email" type="email" required autocomplete="email" autofocus>
<button class="main">Continue</button>
</form>
</main>
`;

export const showSignIn = (context: Context): void => show(context, 200, 'html', signInPage);

export const showNoPasskeys = (context: Context): void =>
  show(context, 200, 'text', 'This sign-in, on your own machine, has no passkeys. Go back.\n');

export const showError = (context: Context, status: number, reason: string): void =>
  show(context, status, 'text', `Sign-in failed: ${reason}\nGo back and sign in again.\n`);

const show = (context: Context, status: number, type: string, body: string): void => {
  context.set('Cache-Control', 'no-store');
  Object.assign(context, { status, type, body });
};
