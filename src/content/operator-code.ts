/** An operator as a number: its bytes, the first lowest. */
export function operatorCode(operator: string): number {
  let code = 0;
  for (let k = operator.length - 1; k >= 0; k--) code = code * 256 + operator.charCodeAt(k);
  return code;
}
