/** The words of the question who wins, which lessons and quiz ask in the same way. */
export const asks = {
  next: 'The player to move',
  previous: 'The other player',
  hint: 'N, if some move leaves a P-position; P, if none does.',
};
