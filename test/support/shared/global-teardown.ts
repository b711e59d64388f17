export { close as default } from './shared.ts';
