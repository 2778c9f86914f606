/** What the OpenAPI document says of the answers of a scan. */
export const answersText = {
  description:
    'Seven whole numbers from 1 to 10, one for each axis, in this order: red, orange, yellow, green, cyan, blue, purple.',
  examples: [[4, 6, 9, 8, 5, 7, 9]],
};
