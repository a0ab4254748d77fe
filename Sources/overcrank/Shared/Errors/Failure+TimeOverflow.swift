internal import MediaTime

extension Failure {
    init(_ error: TimeOverflow) {
        self.init(status: .usage, message: "\(error)", hint: "choose rounder times or rates")
    }
}
