export { stop as default } from './setup.ts';
