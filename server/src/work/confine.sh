#!/bin/sh
# Sets up the sandbox of one child and then turns into it: the process keeps its id, so that the worker can watch and kill it, and
# its pipes.
#
# confine.sh <lifeline> <uid> <KiB of memory> <KiB of one file> <open files> [hide:<path> | show:<path> | work:<path>]... -- <program> [argument]...
#
# hide: an empty folder in its place; show: read only; work: writable. Outer folders come before inner ones. Only a process that
# may mount in a mount namespace of its own is given any of these.
#
# lifeline: the descriptor of a pipe whose other end only the server holds, or `-`. When the server is killed, the kernel closes that
# end, and a waiting shell kills the process group. A child in an endless loop cannot do that, and PR_SET_PDEATHSIG would end the child
# but not the programs that it started.
#
# uid: an account under which only this child and its descendants run, or `-`. A process that left the group with setsid still runs under it, and
# is found and killed by it.
set -eu

if [ "$1" != - ]; then
  # It is a member of the group, so the group's id is not used again while it waits. The pipes of the child must not stay open in it.
  (
    exec 0<&"$1" 3<&- 2>/dev/null
    read -r _ || :
    [ "$2" = - ] || setpriv --reuid="$2" --regid="$2" --clear-groups sh -c 'kill -s KILL -- -1' || :
    kill -s KILL -- "-$$"
  ) &
  eval "exec $1<&-"
fi
shift 2

# When memory runs out, the kernel ends a child and not the server or the database. A kernel that is not Linux has no such file.
[ ! -w /proc/self/oom_score_adj ] || echo 1000 >/proc/self/oom_score_adj
ulimit -c 0
# A system that does not know one of these limits, or has a lower one already, starts the child without it.
ulimit -d "$1" 2>/dev/null || :
ulimit -f "$(($2 * 2))" 2>/dev/null || :
ulimit -n "$3" 2>/dev/null || :
shift 3

# A network namespace of its own begins with its loopback down. A program of the child may talk to the child through it.
ip link set lo up 2>/dev/null || :

# Folders that stay visible below a hidden one are held open first. The child's own pipe is 3.
at=4
for wall in "$@"; do
  case $wall in
    --) break ;;
    show:* | work:*) eval "exec $at<\"\${wall#*:}\""; at=$((at + 1)) ;;
  esac
done

at=4
for wall in "$@"; do
  path=${wall#*:}
  case $wall in
    --) break ;;
    hide:*) mount -t tmpfs -o size=64k,mode=755 none "$path" ;;
    show:* | work:*)
      if [ ! -e "$path" ]; then
        if [ -d "/proc/self/fd/$at" ]; then mkdir -p "$path"; else mkdir -p "${path%/*}" && : >"$path"; fi
      fi
      mount --no-canonicalize --bind "/proc/self/fd/$at" "$path"
      case $wall in show:*) mount -o remount,bind,ro "$path" ;; esac
      # An open folder leads to its old parents, hidden or not.
      eval "exec $at<&-"
      at=$((at + 1))
      ;;
  esac
done

while [ "$1" != -- ]; do shift; done
shift
# The folder we were started in also leads to what is hidden.
cd /
exec "$@"
