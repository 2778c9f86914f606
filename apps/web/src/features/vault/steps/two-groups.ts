/** Groups of the code, from 0 on: the first and the last are what one remembers by chance. */
const askable = [1, 2, 3, 4, 5, 6];

/** Two different groups in their order, at random. */
export function twoGroups(): readonly [number, number] {
  const first = askable[Math.floor(Math.random() * askable.length)] ?? 1;
  const others = askable.filter((group) => group !== first);
  const second = others[Math.floor(Math.random() * others.length)] ?? 2;
  return first < second ? [first, second] : [second, first];
}
