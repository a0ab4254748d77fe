public import Testing

extension Trait where Self == TimeLimitTrait {
    /// For tests that would hang, not fail, if what they look at were broken.
    ///
    /// Not a bound on their time: a test's clock runs while it waits for a thread behind all others, which on a busy
    /// machine takes minutes.
    public static var endsIfItHangs: Self { .timeLimit(.minutes(20)) }
}
