/// What the command is asked to do with a damaged file.
enum Operation: String, CaseIterable {
    case inspect, plan, copy, constantRate, trim, edit, matroska, sound, still

    /// The words behind `overcrank`.
    func arguments(input: String, output: (String) -> String) -> [String] {
        switch self {
        case .inspect: ["inspect", input, "--json"]
        case .plan: ["export", input, "-o", output("mp4"), "--rate", "1/2", "--dry-run", "--json"]
        case .copy: ["export", input, "-o", output("mp4"), "--rate", "1/2", "--pitch", "varispeed"]
        case .constantRate:
            [
                "export", input, "-o", output("mp4"), "--rate", "1/2", "--frame-rate", "30", "--pitch", "time-domain",
                "--encoder-preset", "ultrafast",
            ]
        case .trim: ["export", input, "-o", output("mov"), "--trim", "0.2s..0.5s"]
        case .edit: ["export", input, "-o", output("mp4"), "--edit", "0.1s..0.4s@-1", "--pitch", "varispeed"]
        case .matroska: ["export", input, "-o", output("mkv")]
        case .still: ["stills", input, "-o", output("png"), "--at", "0.1s"]
        case .sound: ["export", input, "-o", output("wav"), "--rate", "2"]
        }
    }
}
