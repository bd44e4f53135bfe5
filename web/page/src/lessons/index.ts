/** The lessons, in the order in which they build on each other. */
import { beyond } from './beyond';
import { chomp } from './chomp';
import { graphs } from './graphs';
import { kayles } from './kayles';
import { mex } from './mex';
import { misere } from './misere';
import { moore } from './moore';
import { nim } from './nim';
import { sums } from './sums';
import type { Lesson, LessonWords } from './types';
import { why } from './why';
import { wythoff } from './wythoff';

const english = { nim, why, misere, mex, sums, graphs, kayles, wythoff, moore, chomp, beyond };

/** All that the lessons say, in another language. */
export type TheirWords = { [Id in keyof typeof english]: LessonWords<(typeof english)[Id]> };

export const LESSONS: readonly Lesson[] = Object.values(english);
