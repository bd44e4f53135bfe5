import { together } from './together.mjs';

await together('learn');
