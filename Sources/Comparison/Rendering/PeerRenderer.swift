internal import Export
internal import Glibc
internal import MediaTime
internal import Pipeline
internal import Programs

/// Has another program render a file.
struct PeerRenderer {
    let peer: Peer
    let cancellation: Cancellation

    /// Renders a WAV.
    ///
    /// - Parameters:
    ///   - rate: Source time ÷ target time.
    ///   - input: The WAV.
    ///   - output: A file to be made, and removed again by who reads it.
    /// - Throws: ``Refusal`` where the program fails; `Cancelled`.
    func render(at rate: PlaybackRate, from input: String, to output: String) throws {
        guard let path = ProgramSearch.path(of: peer.rawValue) else {
            throw Refusal(words: "\(peer.rawValue) is not installed.")
        }
        // A file's name may begin with a hyphen.
        func plain(_ name: String) -> String { name.hasPrefix("/") ? name : "./\(name)" }
        let program: ChildProgram
        do {
            program = try ChildProgram.start(
                peer.words(path, at: rate, from: plain(input), to: plain(output)),
                errors: .pipe
            )
        } catch {
            throw Refusal(words: "\(error).")
        }
        let printed = errors(of: program)
        let exit = program.wait()
        if cancellation.isCancelled { throw Cancelled() }
        guard exit.isSuccess else {
            let lines = String(decoding: printed, as: UTF8.self).split(whereSeparator: \.isNewline)
            let reason = lines.last { !$0.allSatisfy(\.isWhitespace) }.map(String.init) ?? "\(exit)"
            throw Refusal(words: "\(peer.rawValue) failed: \(reason)")
        }
    }

    /// The last of what a program complains of, read until it ends or is ended.
    private func errors(of program: ChildProgram) -> [UInt8] {
        guard let pipe = program.errors else { return [] }
        var printed: [UInt8] = []
        while true {
            if cancellation.isCancelled { program.signal(SIGKILL) }
            switch pipe.waitForBytes(milliseconds: 50) {
            case .bytes: printed = (printed + pipe.read()).suffix(2000)
            case .timeout: continue
            case .end: return printed
            }
        }
    }
}
