import TestSupport

/// One part of what a boot of the rig does: a bash script with an end of its own.
struct RigStep {
    let name: String
    /// Seconds of the guest's clock.
    let limit: Int
    /// Runs with `-euo pipefail` and the functions of `Tests/CameraRig/guest/functions`.
    let script: String

    init(_ name: String, within limit: Int = 20, _ script: String) {
        self.name = name
        self.limit = limit
        self.script = script
    }

    /// The step as a line of the job.
    var command: String {
        let mark = "END-OF-STEP"
        return "step '\(name)' \(limit) <<'\(mark)'\n\(script)\n\(mark)"
    }

    /// What a step left behind.
    struct Outcome {
        /// The exit status; 124 where it was not over within its limit.
        let status: Int32
        let output: String
        let errors: String
        /// How long it took, by the guest's clock.
        let seconds: Double
    }
}

/// What a boot of the rig left behind.
struct RigResults: Sendable {
    /// What the guest knows as `/mnt/out`.
    let files: ScratchDirectory

    /// The outcome of a step.
    func callAsFunction(_ step: String) throws -> RigStep.Outcome {
        guard
            let status = Int32(text(of: "\(step).status").trimmed),
            let seconds = Double(text(of: "\(step).seconds").trimmed)
        else { throw RigError.noStep(step) }
        return RigStep.Outcome(
            status: status,
            output: text(of: "\(step).output"),
            errors: text(of: "\(step).errors"),
            seconds: seconds
        )
    }

    /// A file as text; empty where there is none.
    func text(of name: String) -> String {
        String(decoding: (try? ScratchDirectory.bytes(of: files.file(name))) ?? [], as: UTF8.self)
    }
}

extension String {
    fileprivate var trimmed: Substring {
        var text = self[...]
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
