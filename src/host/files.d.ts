/** With `type: "file"`, Bun's bundler puts the file into the executable and gives its path. */
declare module "*.wasm" {
  const path: string;
  export default path;
}
declare module "*.br" {
  const path: string;
  export default path;
}

declare module "*.woff" {
  const path: string;
  export default path;
}
declare module "*.py" {
  const path: string;
  export default path;
}
declare module "*.sh" {
  const path: string;
  export default path;
}
