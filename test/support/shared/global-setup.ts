export { open as default } from './shared.ts';
