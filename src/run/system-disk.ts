/** The disk with what only some systems can do (src/host/system-calls.ts), which is not even looked for before it is used. */
import { codeOf, type Disk, nodeDisk } from "../files/disk.ts";
import { syncsAsWhole, waitingBytes } from "../host/file-systems.ts";
import { systemCalls } from "../host/system-calls.ts";

/** Bytes of other programs that a call waits for: a second or two of a slow disk. */
const mostOfOthers = 256 << 20;

export const systemDisk: Disk = {
  ...nodeDisk,
  syncsAll: (fd) => systemCalls() !== undefined && syncsAsWhole(fd),
  syncAll(fd, bytes) {
    const calls = systemCalls();
    const waiting = waitingBytes();
    if (calls === undefined || waiting === undefined || waiting - bytes > mostOfOthers) return false;
    try {
      calls.syncFileSystem(fd);
      return true;
    } catch (error) {
      // What boxes of programs answer for calls that they have not heard of.
      if (["ENOSYS", "EPERM"].includes(codeOf(error) ?? "")) return false;
      throw error;
    }
  },
  moveNew(from, to) {
    const calls = systemCalls();
    calls?.renameNew(from, to);
    return calls !== undefined;
  },
  send: (...all) => systemCalls()?.send(...all),
  writePast: (...all) => systemCalls()?.writeUncached(...all),
};
