/** The lessons, in the order in which they build on each other. */
import { mex } from './mex';
import { misere } from './misere';
import { nim } from './nim';
import { sums } from './sums';
import type { Lesson } from './types';
import { why } from './why';

export const LESSONS: Lesson[] = [nim, why, misere, mex, sums];
