internal import Composition

extension Failure {
    init(_ error: CompositionError) {
        self.init(status: .usage, message: error.message)
    }
}
