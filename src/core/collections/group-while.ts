/** Consecutive items in groups: each is added to the last group if it continues that, or else begins another. */
export function groupWhile<T>(
  items: Iterable<T>,
  continues: (last: T, item: T, group: readonly [T, ...T[]]) => boolean,
): [T, ...T[]][] {
  const groups: [T, ...T[]][] = [];
  for (const item of items) {
    const group = groups[groups.length - 1];
    if (group && continues(group[group.length - 1] ?? group[0], item, group)) group.push(item);
    else groups.push([item]);
  }
  return groups;
}
