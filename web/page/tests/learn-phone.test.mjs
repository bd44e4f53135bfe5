import { test } from 'node:test';

import { learn } from './learn.mjs';

test('lessons and quiz can be worked through on a phone', () => learn('phone'));
