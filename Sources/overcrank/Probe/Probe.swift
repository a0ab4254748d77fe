internal import Capture

/// What was found out about a camera.
struct Probe {
    let camera: CaptureDeviceInfo
    let formats: [CaptureFormat]
    let outcome: Outcome
    /// Why the rate is not what was hoped for; `nil` where nothing was measured.
    var diagnosis: RateDiagnosis?

    enum Outcome {
        /// What would be locked.
        case chosen(FormatSelection)
        case locked(LockReport)

        var report: LockReport? {
            switch self {
            case .chosen: nil
            case .locked(let report): report
            }
        }

        var mode: CaptureMode {
            switch self {
            case .chosen(let choice): choice.mode
            case .locked(let report): report.requested
            }
        }

        var reason: String {
            switch self {
            case .chosen(let choice): choice.reason
            case .locked(let report): report.reason
            }
        }

        var isHighFrameRate: Bool {
            switch self {
            case .chosen(let choice): choice.mode.isHighFrameRate
            case .locked(let report): report.isHighFrameRate
            }
        }
    }
}
