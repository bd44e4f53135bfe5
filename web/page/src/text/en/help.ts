/** The help. */

export const help = {
  title: 'Help',
  rules:
    'Two players move in turn; whoever cannot move loses (misère: wins). Click a stone to take it and those above it. Everything that can be done is a button, so Tab and Enter play the whole game.',
  keys: [
    ['Space', 'play or pause'],
    ['← →', 'one step back or forward'],
    ['Home End', 'to the first or last step'],
    ['R', 'begin again'],
    ['H', 'a hint, one rung at a time'],
    ['U', 'take back'],
    ['Y', 'put back'],
    ['F', 'present: large, on the whole screen; Page Down and Page Up step'],
    ['?', 'this help'],
  ] as [string, string][],
  letters:
    'P: the previous player wins, so the one to move loses. N: the next player, the one to move, wins. The link in the address bar is the whole state: copy it and send it.',
  engine: '',
  close: 'Close',
};
