import Glibc
import Programs
import Testing

/// Other programs, run and waited for.
@Suite struct ChildProgramTests {
    private static func shell(_ script: String, _ words: String...) -> [String] {
        ["/bin/sh", "-c", script, "sh"] + words
    }

    @Test func `What it prints comes to us, and its status`() throws {
        let program = try ChildProgram.start(
            Self.shell("printf '%s' \"$1\"; echo no >&2; exit 3", "a b"),
            output: .pipe,
            errors: .pipe
        )
        #expect(String(decoding: try #require(program.output).all(), as: UTF8.self) == "a b")
        #expect(String(decoding: try #require(program.errors).all(), as: UTF8.self) == "no\n")
        #expect(program.wait() == .status(3))
        #expect(program.wait() == .status(3))
    }

    @Test func `What has a zero byte is given to no program`() {
        for words in [["/bin/echo\0", "a"], ["/bin/echo", "a\0b"]] {
            #expect(throws: ProgramError.self) { _ = try ChildProgram.start(words) }
        }
        #expect(throws: ProgramError.self) { _ = try ChildProgram.start(["/bin/true"], variables: ["A": "b\0"]) }
    }

    @Test func `It reads nothing`() throws {
        let program = try ChildProgram.start(["/bin/cat"], output: .pipe)
        #expect(try #require(program.output).read().isEmpty)
        #expect(program.wait().isSuccess)
    }

    @Test func `A signal ends it, and reaches nobody afterwards`() throws {
        let program = try ChildProgram.start(["/bin/sleep", "1000"])
        #expect(program.poll() == nil)
        program.signal(SIGTERM)
        #expect(program.wait() == .signal(SIGTERM))
        program.signal(SIGTERM)
    }

    /// We ignore them, because write() says the same: `yes | head` would never end.
    @Test func `It does not inherit that signals about failed writes are ignored`() throws {
        let before = [SIGPIPE, SIGXFSZ].map { (number: $0, action: signal($0, SIG_IGN)) }
        defer { for (number, action) in before { signal(number, action) } }
        let script = "while read name set; do [ \"$name\" = SigIgn: ] && echo $set; done < /proc/self/status; exit 0"
        let program = try ChildProgram.start(Self.shell(script), output: .pipe)
        let text = String(decoding: try #require(program.output).all(), as: UTF8.self)
        let ignored = try #require(UInt64(text.dropLast(), radix: 16), "\(text)")
        #expect([SIGPIPE, SIGXFSZ].allSatisfy { ignored & 1 << UInt64($0 - 1) == 0 })
        #expect(program.wait().isSuccess)
    }

    /// As where a shell has started us in the background.
    @Test func `In a session of its own it does not inherit that interruptions are ignored`() throws {
        let before = signal(SIGINT, SIG_IGN)
        defer { signal(SIGINT, before) }
        let script = "while read name set; do [ \"$name\" = SigIgn: ] && echo $set; done < /proc/self/status; exit 0"
        let program = try ChildProgram.start(Self.shell(script), output: .pipe, inOwnSession: true)
        let text = String(decoding: try #require(program.output).all(), as: UTF8.self)
        let ignored = try #require(UInt64(text.dropLast(), radix: 16), "\(text)")
        #expect(ignored & 1 << UInt64(SIGINT - 1) == 0)
        #expect(program.wait().isSuccess)
    }

    /// As where we were started with SIGCHLD ignored: the system keeps nothing of a program that has ended.
    @Test func `One whose end was told somebody else has ended`() throws {
        let program = try ChildProgram.start(Self.shell("echo $$"), output: .pipe)
        let text = String(decoding: try #require(program.output).all(), as: UTF8.self)
        let identifier = try #require(pid_t(text.dropLast()))
        var status: Int32 = 0
        let ended = unsafe waitpid(identifier, &status, 0)
        #expect(ended == identifier)
        #expect(program.wait() == .unknown)
        #expect(!program.wait().isSuccess)
    }

    @Test(arguments: [false, true])
    func `In a session of its own a signal to it reaches what it started, and none from our terminal does`(
        inOwnSession: Bool
    ) throws {
        // The sixth field is the session. The shell's child holds the pipe open.
        let holder = inOwnSession ? "sleep 1000 &" : ""
        let script = "read a b c d e session f < /proc/self/stat; \(holder) echo $session; wait"
        let program = try ChildProgram.start(Self.shell(script), output: .pipe, inOwnSession: inOwnSession)
        let output = try #require(program.output)
        let session = try #require(pid_t(String(decoding: output.read(), as: UTF8.self).dropLast()))
        #expect((session == getsid(0)) != inOwnSession)
        if inOwnSession { program.signal(SIGTERM) }
        #expect(output.read().isEmpty)
        #expect(program.wait() == (inOwnSession ? .signal(SIGTERM) : .status(0)))
    }

    /// As a library opens them. A socket that a program of ours holds, too, cannot be opened anew for as long as that runs.
    @Test(arguments: [false, true]) func `It has no open files but the usual three, unless it is to inherit them`(
        inheritsFiles: Bool
    ) throws {
        let file = unsafe open("/dev/null", O_RDONLY)
        defer { close(file) }
        let script = Self.shell("[ -e /proc/self/fd/$1 ]", "\(file)")
        #expect(try ChildProgram.start(script, inheritsFiles: inheritsFiles).wait().isSuccess == inheritsFiles)
    }

    @Test func `A program that is not there is an error that names it`() {
        #expect(throws: ProgramError.self) { try ChildProgram.start(["/nowhere/at-all"]) }
        let error = #expect(throws: ProgramError.self) { try ChildProgram.start(["/nowhere/at-all"], output: .pipe) }
        #expect(error.map { "\($0)" } == "cannot run /nowhere/at-all: No such file or directory")
    }

    @Test func `Programs are found in the folders of the path, in order`() {
        #expect(ProgramSearch.path(of: "sh", in: "/nowhere:/bin:/usr/bin") == "/bin/sh")
        #expect(ProgramSearch.path(of: "tmp", in: "/") == nil)
        #expect(ProgramSearch.path(of: "/bin/sh") == "/bin/sh")
        #expect(ProgramSearch.path(of: "/etc/passwd") == nil)
        #expect(ProgramSearch.path(of: "no-such-program-anywhere") == nil)
    }
}

extension ReadEnd {
    /// Reads to the end.
    fileprivate func all() -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let bytes = read()
            if bytes.isEmpty { return all }
            all += bytes
        }
    }
}
