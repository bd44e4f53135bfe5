/** Was die Lektionen auf Deutsch sagen; was sie die Engine fragen, steht bei den englischen. */
import { beyond } from './beyond';
import { chomp } from './chomp';
import { graphs } from './graphs';
import { kayles } from './kayles';
import { mex } from './mex';
import { misere } from './misere';
import { moore } from './moore';
import { nim } from './nim';
import { sums } from './sums';
import { why } from './why';
import { wythoff } from './wythoff';
import type { TheirWords } from '..';

export const german: TheirWords = { nim, why, misere, mex, sums, graphs, kayles, wythoff, moore, chomp, beyond };
