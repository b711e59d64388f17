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
${readFileSync(new URL('../../site/pages/base.css', import.meta.url), 'utf8')}
main { max-width: 30rem; margin: 8vh auto }
input, button { padding: 0.5rem; font: inherit }
</style>
<main>
<h1>Sign in</h1>
<p>This sign-in runs on your own machine. Any e-mail address works, and no e-mail is sent.</p>
<form method="post">
<label>E-mail <input name="email" type="email" required autocomplete="email" autofocus></label>
<button>Continue</button>
</form>
</main>
`;

export const showSignIn = (context: Context): void => show(context, 200, 'html', signInPage);

export const showError = (context: Context, status: number, reason: string): void =>
  show(context, status, 'text', `Sign-in failed: ${reason}\nGo back and sign in again.\n`);

const show = (context: Context, status: number, type: string, body: string): void => {
  context.set('Cache-Control', 'no-store');
  Object.assign(context, { status, type, body });
};
