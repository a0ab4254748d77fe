internal import ArgumentParser
internal import Capture

/// A trigger, as the command line says it.
enum TriggerChoice: Hashable, Sendable {
    /// Something in the frame or the audio.
    case device(RecordingTrigger)
    /// The end of a command, which the shell runs.
    case exit(command: String)

    /// Reads `audio:-20dB`, `motion:x,y,w,h` or `exit:command`.
    @Sendable init(parsing text: String) throws {
        let prefix = "exit:"
        if text.hasPrefix(prefix), text.count > prefix.count {
            self = .exit(command: String(text.dropFirst(prefix.count)))
            return
        }
        do {
            self = .device(try RecordingTrigger(parsing: text))
        } catch {
            throw ValidationError("\(error), or exit:command")
        }
    }
}
