internal import ArgumentParser
internal import Capture

/// A trigger, as the command line says it.
enum TriggerChoice: Hashable, Sendable {
    /// Something in the picture or the sound.
    case device(RecordingTrigger)
    /// The end of a command, which the shell runs.
    case exit(command: String)

    /// Reads `audio:-20dB`, `motion:x,y,w,h` or `exit:command`.
    @Sendable init(parsing text: String) throws {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[1].isEmpty else { throw Self.unknown(text) }
        switch parts[0] {
        case "audio":
            let number = parts[1].hasSuffix("dB") ? String(parts[1].dropLast(2)) : parts[1]
            guard let decibels = Float(number), decibels <= 0, decibels.isFinite else { throw Self.unknown(text) }
            self = .device(.sound(decibels: decibels))
        case "motion":
            let numbers = parts[1].split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
            guard numbers.count == 4, let left = numbers[0], let top = numbers[1], let width = numbers[2],
                let height = numbers[3], left >= 0, top >= 0, width > 0, height > 0
            else { throw Self.unknown(text) }
            let size = PictureSize(width: width, height: height)
            self = .device(.motion(PictureArea(left: left, top: top, size: size)))
        case "exit":
            self = .exit(command: parts[1])
        default:
            throw Self.unknown(text)
        }
    }

    private static func unknown(_ text: String) -> ValidationError {
        ValidationError("'\(text)' is no trigger: write audio:-20dB, motion:x,y,w,h or exit:command")
    }
}
